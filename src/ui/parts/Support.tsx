import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Dialog } from './Dialog.tsx';
import buttons from './Button.module.css';

/** How help is reached: what the deployment offers, else the shop itself. */
export function Support({ onClose }: { onClose: () => void }) {
  const { phone, url } = useApplication().configuration.support;
  const address = phone ? `tel:${phone.replace(/[^\d+]/g, '')}` : url?.startsWith('https://') ? url : undefined;
  return (
    <Dialog
      title={copy.orders.support}
      text={address ? (phone ?? url) : copy.orders.supportHint}
      actions={[{ label: copy.common.understood, onPress: onClose, tone: address ? 'plain' : 'main' }]}
      onDismiss={onClose}
    >
      {address && (
        <a className={`${buttons.button} ${buttons.main} ${buttons.wide}`} href={address} rel="noreferrer">
          {copy.orders.support}
        </a>
      )}
    </Dialog>
  );
}
