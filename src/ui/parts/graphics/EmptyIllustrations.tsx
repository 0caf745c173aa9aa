import { Illustration } from './Illustration.tsx';
import styles from './Illustration.module.css';

/** A physiotherapy device. */
export const NoDeviceIllustration = () => (
  <Illustration>
    <rect className={styles.solid} x="58" y="26" width="84" height="104" rx="16" />
    <path className={styles.line} d="M76 46h48M76 60h30" />
    <path className={styles.accent} d="M72 96h14l8-18 14 34 9-16h11" />
    <path className={styles.line} d="M44 40V26a8 8 0 0 1 8-8h14M134 138h14a8 8 0 0 0 8-8v-14" />
  </Illustration>
);

/** A receipt. */
export const NoRecordIllustration = () => (
  <Illustration>
    <path className={styles.solid} d="M62 24h76v108l-19-12-19 12-19-12-19 12z" />
    <path className={styles.line} d="M80 52h40M80 70h40" />
    <path className={styles.accent} d="M80 90h22" />
  </Illustration>
);

/** Two people. */
export const NoPeopleIllustration = () => (
  <Illustration>
    <circle className={styles.solid} cx="80" cy="54" r="24" />
    <path className={styles.solid} d="M36 128a44 40 0 0 1 88 0z" />
    <path className={styles.line} d="M122 32a22 22 0 0 1 0 44M138 92a40 38 0 0 1 26 36" />
    <path className={styles.accent} d="M170 34v24M158 46h24" />
  </Illustration>
);

/** A clock. */
export const NoHistoryIllustration = () => (
  <Illustration>
    <circle className={styles.solid} cx="100" cy="78" r="52" />
    <path className={styles.line} d="M52 40v22h22" />
    <path className={styles.accent} d="M100 50v30l20 12" />
  </Illustration>
);

/** A prepaid card. */
export const NoCardIllustration = () => (
  <Illustration>
    <rect className={styles.solid} x="42" y="34" width="116" height="80" rx="14" />
    <path className={styles.line} d="M42 58h116M60 94h28" />
    <path className={styles.accent} d="M122 84l8 8 14-16" />
    <path className={styles.line} d="M58 130h84" />
  </Illustration>
);

/** A coin that comes back. */
export const NoRefundIllustration = () => (
  <Illustration>
    <circle className={styles.solid} cx="104" cy="78" r="46" />
    <path className={styles.accent} d="M90 58l14 18 14-18M104 76v26M90 80h28M90 92h28" />
    <path className={styles.line} d="M58 34a64 64 0 0 0-14 66M36 84l8 18 16-12" />
  </Illustration>
);

/** A price tag. */
export const NoPlanIllustration = () => (
  <Illustration>
    <path className={styles.solid} d="M100 22h48a8 8 0 0 1 8 8v48l-58 58a8 8 0 0 1-11 0L42 91a8 8 0 0 1 0-11z" />
    <circle className={styles.accent} cx="132" cy="46" r="7" />
    <path className={styles.line} d="M74 86l26 26M88 72l26 26" />
  </Illustration>
);

/** A compass. */
export const NotFoundIllustration = () => (
  <Illustration>
    <circle className={styles.solid} cx="100" cy="78" r="54" />
    <path className={styles.accent} d="M122 56l-14 30-30 14 14-30z" />
    <path className={styles.line} d="M100 34v-8M100 130v-8M56 78h-8M152 78h-8" />
  </Illustration>
);
