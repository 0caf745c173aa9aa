import styles from './Illustration.module.css';

const ILLUSTRATIONS = {
  'no-device': (
    <>
      <rect className={styles.solid} x="58" y="26" width="84" height="104" rx="16" />
      <path className={styles.line} d="M76 46h48M76 60h30" />
      <path className={styles.accent} d="M72 96h14l8-18 14 34 9-16h11" />
      <path className={styles.line} d="M44 40V26a8 8 0 0 1 8-8h14M134 138h14a8 8 0 0 0 8-8v-14" />
    </>
  ),
  'no-record': (
    <>
      <path className={styles.solid} d="M62 24h76v108l-19-12-19 12-19-12-19 12z" />
      <path className={styles.line} d="M80 52h40M80 70h40" />
      <path className={styles.accent} d="M80 90h22" />
    </>
  ),
  error: (
    <>
      <path className={styles.solid} d="M62 116a28 28 0 0 1 2-56 38 38 0 0 1 72-4 30 30 0 0 1 2 60z" />
      <path className={styles.accent} d="M100 66v26M100 104v2" />
      <path className={styles.line} d="M46 136h108" />
    </>
  ),
  'not-found': (
    <>
      <circle className={styles.solid} cx="100" cy="78" r="54" />
      <path className={styles.accent} d="M122 56l-14 30-30 14 14-30z" />
      <path className={styles.line} d="M100 34v-8M100 130v-8M56 78h-8M152 78h-8" />
    </>
  ),
  session: (
    <>
      <rect className={styles.solid} x="66" y="20" width="68" height="116" rx="14" />
      <path className={styles.line} d="M50 136h100M84 36h32" />
      <path className={styles.accent} d="M84 82l12 12 22-26" />
    </>
  ),
} as const;

export type IllustrationName = keyof typeof ILLUSTRATIONS;

/** A decorative picture for an empty screen. */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg className={styles.illustration} viewBox="0 0 200 156" aria-hidden="true">
      {ILLUSTRATIONS[name]}
    </svg>
  );
}
