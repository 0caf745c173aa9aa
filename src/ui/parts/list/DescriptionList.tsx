import { observer } from 'mobx-react-lite';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../graphics/Icon.tsx';
import { copyText } from '../words/copy-text.ts';
import styles from './DescriptionList.module.css';

export type DescribedRow = readonly [label: string, value: string | undefined, copyable?: 'copyable'];

/** A list of labels and values. A missing value shows as unknown. */
export function DescriptionList({ rows }: { rows: readonly DescribedRow[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(([label, value, copyable]) => (
        <Row key={label} label={label} value={value} copyable={copyable !== undefined} />
      ))}
    </dl>
  );
}

const Row = observer(function Row({
  label,
  value,
  copyable,
}: {
  label: string;
  value: string | undefined;
  copyable: boolean;
}) {
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        {value ?? copy.device.unknown}
        {copyable && value !== undefined && <CopyButton label={label} text={value} />}
      </dd>
    </div>
  );
});

function CopyButton({ label, text }: { label: string; text: string }) {
  const { toasts } = useApplication();
  const copyIt = async () => {
    const copied = await copyText(text);
    toasts.show(copied ? copy.lists.copied(label) : copy.lists.notCopied, copied ? 'good' : 'bad');
  };
  return (
    <button type="button" className={styles.copy} aria-label={copy.lists.copy(label)} onClick={() => void copyIt()}>
      <Icon name="copy" size={20} />
    </button>
  );
}
