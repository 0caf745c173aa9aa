import { yuanText } from '../../../core/basics/money.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './Amount.module.css';

/** An amount of money that never breaks over two lines. `fen`: integer. */
export function Amount({ fen }: { fen: number }) {
  return <span className={styles.amount}>{copy.common.yuan(yuanText(fen))}</span>;
}
