import { isWebAddress } from '../../core/web-address.ts';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN-later.ts';
import { Dialog } from './Dialog.tsx';

/** How help is reached: what the deployment offers, else the shop itself. */
export function Support({ onClose }: { onClose: () => void }) {
  const { phone, url } = useApplication().configuration.support;
  const close = { label: copy.common.understood, onPress: onClose };
  const digits = phone?.replace(/[^\d+]/g, '');
  const call = digits && { label: copy.support.call, href: `tel:${digits}`, onPress: onClose };
  const open = isWebAddress(url) && { label: copy.support.open, href: url, onPress: onClose };
  const way = call || open;
  return (
    <Dialog title={copy.orders.support} text={call ? phone : open ? url : copy.support.inTheShop} actions={way ? [close, way] : [close]} onDismiss={onClose} />
  );
}
