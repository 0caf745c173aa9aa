import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { devicesAddress } from '../addresses.ts';
import { EntryDialogs } from '../parts/entry/EntryDialogs.tsx';
import { Initializing, Starting } from '../parts/loading/Starting.tsx';
import { useDocumentTitle } from '../parts/page/use-document-title.ts';
import { useEntry } from '../parts/entry/use-entry.tsx';

/** The entry screen. Leads to the device in the link, or to the user's own pages. */
export const Entry = observer(function Entry() {
  const navigate = useNavigate();
  const goToDevices = () => navigate(devicesAddress, { replace: true });
  const flow = useEntry({ replace: true, onUnreadable: goToDevices });
  const { step } = flow;
  useDocumentTitle(undefined);
  useEffect(() => void step.run((enterDevice, signal) => enterDevice.arrive(signal)), [step]);
  return (
    <Starting>
      <EntryDialogs flow={flow} onLeave={goToDevices} waiting={<Initializing />} kind="page" />
    </Starting>
  );
});
