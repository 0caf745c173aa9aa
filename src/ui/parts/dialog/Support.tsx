import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from './Dialog.tsx';
import { supportContact } from '../words/support-contact.ts';

/** Shows the support contact; without one, refers the user to the shop. */
export function Support({ onClose }: { onClose: () => void }) {
  const contact = supportContact(useApplication().configuration.support);
  const close = { label: copy.common.understood, onPress: onClose };
  const actions = contact ? [close, { label: contact.label, href: contact.href, onPress: onClose }] : [close];
  return (
    <Dialog
      title={copy.orders.support}
      text={contact?.shown ?? copy.support.inTheShop}
      actions={actions}
      onDismiss={onClose}
    />
  );
}
