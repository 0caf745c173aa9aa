import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { phoneText } from '../../../core/basics/phone.ts';
import { ShareWith } from '../../../core/share/share-with.ts';
import type { SharedUser } from '../../../core/share/share.ts';
import { dateTimeText } from '../../../core/basics/time.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { DeviceLine } from '../../parts/device/DeviceLine.tsx';
import { EmptyState } from '../../parts/loading/EmptyState.tsx';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { Page } from '../../parts/page/Page.tsx';
import { Rows } from '../../parts/list/Rows.tsx';
import { Skeleton } from '../../parts/loading/Skeleton.tsx';
import { ErrorState, ErrorBanner } from '../../parts/failure/ErrorState.tsx';
import type { NamedDevice } from '../../parts/device/use-named-device.ts';
import { type Task, useLoad } from '../../parts/hooks/use-task.ts';
import { drafts } from '../../state/drafts.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import { EndSharing } from './EndSharing.tsx';
import { SendLink } from './SendLink.tsx';
import { ShareDialog } from './ShareDialog.tsx';
import { NoPeopleIllustration } from '../../parts/graphics/EmptyIllustrations.tsx';
import styles from './SharedUsers.module.css';

interface SharedUsersProps {
  device: NamedDevice;
  /** Proves that the lease of the device is the user's own. */
  lease: Pick<Task<[string], unknown>, 'busy' | 'problem' | 'restart'>;
  /** Changes with each proof. */
  provedBy: string;
}

/**
 * Lists, adds and removes the shared users of a device. A server tells them to anybody, so that they are read only after each
 * proof that they are the user's.
 */
export const SharedUsers = observer(function SharedUsers({ device, lease, provedBy }: SharedUsersProps) {
  const { sno } = device;
  const { time } = useApplication();
  const shareWith = useService(ShareWith);
  const draftStore = useScreenState(drafts);
  const [adding, setAdding] = useState(() => draftStore.of({ name: 'share', about: sno }, time.now()) !== undefined);
  const [removing, setRemoving] = useState<SharedUser>();
  const load = useLoad(() => shareWith.list(sno), provedBy);
  const users = load.result;
  const shared = users ? users.records.length + users.unreadable : 0;
  const reload = () => void lease.restart('');
  const problem = load.problem ?? lease.problem;
  const busy = load.busy || lease.busy;

  return (
    <Page
      title={copy.titles.share}
      footer={
        users && (
          <Button size="large" wide onClick={() => setAdding(true)}>
            {copy.share.add}
          </Button>
        )
      }
    >
      <DeviceLine device={device} />
      {problem && !users && (
        <ErrorState title={copy.notLoaded.sharedUsers} problem={problem} busy={busy} onRetry={reload} />
      )}
      {!users && !problem && <Skeleton rows={3} height="row" />}
      {users && (
        <>
          {shared > 0 && (
            <h2 className={styles.headline}>
              <strong className={styles.count}>{copy.share.people(shared)}</strong> {copy.share.headline}
            </h2>
          )}
          <SendLink sno={sno} />
          {problem && <ErrorBanner title={copy.notLoaded.refresh} problem={problem} busy={busy} onRetry={reload} />}
          <Rows
            count={users.records.length}
            leftOut={users.unreadable}
            none={
              <EmptyState illustration={<NoPeopleIllustration />} title={copy.share.none} hint={copy.share.noneHint} />
            }
            busy={busy}
            onRetry={reload}
          >
            <ul className={styles.list}>
              {users.records.map((user, index) => (
                <li key={index} className={styles.user}>
                  <span className={styles.icon}>
                    <Icon name="person" />
                  </span>
                  <span className={styles.words}>
                    <span className={styles.mobile}>{phoneText(user.mobile)}</span>
                    {user.since !== undefined && <span className={styles.since}>{dateTimeText(user.since)}</span>}
                  </span>
                  <button
                    type="button"
                    className={styles.end}
                    aria-label={copy.share.endNamed(phoneText(user.mobile))}
                    onClick={() => setRemoving(user)}
                  >
                    {copy.share.end}
                  </button>
                </li>
              ))}
            </ul>
          </Rows>
        </>
      )}
      {adding && <ShareDialog device={device} onChange={reload} onClose={() => setAdding(false)} />}
      {removing && (
        <EndSharing device={device} user={removing} onChange={reload} onClose={() => setRemoving(undefined)} />
      )}
    </Page>
  );
});
