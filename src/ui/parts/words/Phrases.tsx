import { Fragment } from 'react';
import { PHRASE_STARTS } from '../../copy/zh-CN/phrases.ts';
import styles from './Phrases.module.css';

/** A title or label that breaks between phrases and after punctuation only, while they fit in a line. */
export function Phrases({ children }: { children: string }) {
  return (
    <span className={styles.phrases}>
      {children.split(PHRASE_STARTS).map((phrase, index) => (
        <Fragment key={index}>
          {/* Said, because a DOM without a stylesheet of its own takes it for a block, which parts the words of a name. */}
          {index > 0 && <wbr style={{ display: 'inline' }} />}
          {phrase}
        </Fragment>
      ))}
    </span>
  );
}
