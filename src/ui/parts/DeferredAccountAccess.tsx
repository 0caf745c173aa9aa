import { observer } from 'mobx-react-lite';
import { useApplication } from '../application.ts';
import { accountAccess } from '../deferred.ts';
import { useChunk } from './use-chunk.ts';

/** The ways back into the app that the operator has configured. */
export function DeferredAccountAccess() {
  const { accountQr, signIn } = useApplication().configuration.links;
  return accountQr === undefined && signIn === undefined ? null : <Loaded />;
}

const Loaded = observer(function Loaded() {
  const { content: AccountAccess } = useChunk(accountAccess);
  return AccountAccess ? <AccountAccess /> : null;
});
