import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './Agreements.module.css';

interface AgreementsProps {
  names: readonly (keyof typeof copy.terms.names)[];
  /** What the user agrees by. */
  by?: 'onPaying' | 'onBinding';
}

/** Links to the operator's pages, as far as the configuration names them. */
export function Agreements({ names, by }: AgreementsProps) {
  const { links } = useApplication().configuration;
  const linked = names.filter((name) => links[name] !== undefined);
  if (linked.length === 0) return null;
  return (
    <p className={styles.agreements}>
      {by && copy.terms[by]}
      {linked.map((name) => (
        <a key={name} href={links[name]} className={styles.link}>
          {copy.terms.names[name]}
        </a>
      ))}
    </p>
  );
}
