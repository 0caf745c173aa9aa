import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN-lease.ts';
import styles from './Agreements.module.css';

interface AgreementsProps {
  names: readonly (keyof typeof copy.agreements.names)[];
  /** The words before the links. */
  lead?: string;
}

/** Links to the operator's pages, as far as the configuration names them. */
export function Agreements({ names, lead }: AgreementsProps) {
  const { links } = useApplication().configuration;
  const linked = names.filter((name) => links[name] !== undefined);
  if (linked.length === 0) return null;
  return (
    <p className={styles.agreements}>
      {lead}
      {linked.map((name) => (
        <a key={name} href={links[name]} className={styles.link}>
          {copy.agreements.names[name]}
        </a>
      ))}
    </p>
  );
}
