import { useEffect, useMemo, useState } from 'react';
import type { Receipt } from '../../../core/order/receipt.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import buttons from '../../parts/form/Button.module.css';
import { copyText } from '../../parts/words/copy-text.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import { drawReceipt, type ReceiptFace } from './receipt-picture.ts';
import { receiptText, receiptWords } from './receipt-words.ts';
import styles from './ReceiptDialog.module.css';

/** A receipt as a picture to save and as text to copy. */
export function ReceiptDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  const { configuration, toasts, phone } = useApplication();
  const { brand } = configuration;
  const words = useMemo(() => receiptWords(receipt, brand.name), [receipt, brand.name]);
  const text = receiptText(words);
  const logo = useLogo(brand.logo);
  const picture = useMemo(() => drawReceipt(words, { accent: printAccent(), logo }), [words, logo]);
  const [showsText, setShowsText] = useState(picture === undefined);

  const [copyFailed, setCopyFailed] = useState(false);

  const copyReceipt = async () => {
    setCopyFailed(false);
    if (await copyText(text)) return toasts.show(copy.receipt.copied, 'good');
    setShowsText(true);
    return setCopyFailed(true);
  };
  return (
    <Dialog
      kind="sheet"
      title={words.title}
      text={picture && copy.receipt.hold}
      actions={[
        { label: copy.common.close, onPress: onClose },
        { label: copy.receipt.copy, onPress: () => void copyReceipt() },
      ]}
      error={copyFailed ? copy.receipt.notCopied : undefined}
      onDismiss={onClose}
    >
      {picture && <img className={styles.picture} src={picture} alt={`${words.title} ${receipt.order.number}`} />}
      {picture && !phone().insideWeChat && (
        <a
          className={`${buttons.button} ${buttons.quiet} ${buttons.wide}`}
          href={picture}
          download={`${receipt.order.number}.png`}
        >
          {copy.receipt.download}
        </a>
      )}
      {showsText && <p className={styles.text}>{text}</p>}
    </Dialog>
  );
}

const printAccent = () =>
  getComputedStyle(document.documentElement).getPropertyValue('--accent-print').trim() || '#0b6a5c';

/** Loads the logo so that a canvas with it stays readable; undefined if there is none or its server does not allow it. */
function useLogo(address: string | undefined): ReceiptFace['logo'] {
  const [logo, setLogo] = useState<ReceiptFace['logo']>(address === undefined ? undefined : 'loading');
  useEffect(() => {
    if (address === undefined) return;
    const picture = new Image();
    picture.crossOrigin = 'anonymous';
    picture.addEventListener('load', () => setLogo(picture.naturalWidth > 0 ? picture : undefined));
    picture.addEventListener('error', () => setLogo(undefined));
    picture.src = address;
  }, [address]);
  return logo;
}
