import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { ShareByLink } from '../../../core/share/share-by-link.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { problemMessage } from '../../parts/words/problem-message.ts';
import { Spinner } from '../../parts/loading/Spinner.tsx';
import { useScreenSignal } from '../../parts/hooks/use-screen-signal.ts';
import { NotDone, useTask } from '../../parts/hooks/use-task.ts';
import { LinkToCopy } from './LinkToCopy.tsx';
import { shareOrCopy } from './share-or-copy.ts';
import { SendGuide } from './SendGuide.tsx';
import styles from './SendLink.module.css';

/** Sends a link to the device: through WeChat's menu while this component is mounted, else by sharing or copying. */
export const SendLink = observer(function SendLink({ sno }: { sno: string }) {
  const { configuration, toasts, toProblem } = useApplication();
  const shareByLink = useService(ShareByLink);
  const signal = useScreenSignal();
  const keepUntilUnmount = useUnsubscribeOnUnmount();
  const [isGuided, setIsGuided] = useState(false);
  const [toCopy, setToCopy] = useState<string>();

  const send = useTask(copy.tasks.shareLink, async () => {
    try {
      const offer = await shareByLink.offer(
        sno,
        {
          title: copy.share.link.title,
          description: copy.common.number(sno),
          picture: configuration.brand.shareImage,
        },
        window.location.href,
      );
      if (offer.kind === 'in-menu') {
        keepUntilUnmount(offer.off);
        return setIsGuided(true);
      }
      // Over another screen, the customer would take it for the link of that device.
      if (signal.aborted) return new NotDone(copy.share.link.screenLeft, () => {});
      const result = await shareOrCopy(offer.link);
      if (result === 'copied') toasts.show(copy.share.link.copied, 'good');
      if (result === 'not-copied') setToCopy(offer.link.address);
      return undefined;
    } catch (thrown) {
      const reason = problemMessage(toProblem(thrown));
      return new NotDone(reason, () => toasts.show(reason, 'bad'));
    }
  });

  return (
    <>
      <button
        type="button"
        className={styles.send}
        aria-disabled={send.busy}
        aria-busy={send.busy}
        onClick={() => void send.run()}
      >
        <span className={styles.face}>
          <span className={styles.icon}>
            <Icon name="share" />
          </span>
          <span className={styles.words}>
            <span className={styles.name}>{copy.share.link.send}</span>
            <span className={styles.hint}>{copy.share.link.sendHint}</span>
          </span>
        </span>
        {send.busy ? <Spinner /> : <Icon name="next" />}
      </button>
      {isGuided && <SendGuide onClose={() => setIsGuided(false)} />}
      {toCopy !== undefined && <LinkToCopy address={toCopy} onClose={() => setToCopy(undefined)} />}
    </>
  );
});

/** Keeps one unsubscribe function. Calls it when the next one replaces it and on unmount. */
function useUnsubscribeOnUnmount(): (unsubscribe: () => void) => void {
  const subscription = useRef<{ unsubscribe?: () => void; isUnmounted: boolean }>({ isUnmounted: false });
  useEffect(() => {
    const current = subscription.current;
    current.isUnmounted = false;
    return () => {
      current.isUnmounted = true;
      current.unsubscribe?.();
    };
  }, []);
  return (unsubscribe) => {
    subscription.current.unsubscribe?.();
    subscription.current.unsubscribe = unsubscribe;
    if (subscription.current.isUnmounted) unsubscribe();
  };
}
