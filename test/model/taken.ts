import { TRANSITIONS } from '../../src/core/checkout/records/transitions.ts';

type Entry = Readonly<{ to: readonly string[] }>;
interface Move extends Entry {
  run(record: unknown, event: unknown, now: number): { state: string } | undefined;
}

/** The table of the purchases. */
export type TableName = 'purchase';

const PURCHASE_ROWS = Object.entries<Readonly<Record<string, Move>>>(TRANSITIONS);
const TABLE_NAMES: readonly TableName[] = ['purchase'];

/** Notes which transitions of the tables that ship are taken. */
export class TakenTransitions {
  private readonly taken = new Set<string>();

  /** @param tables Those to watch. */
  constructor(private readonly tables: readonly TableName[] = TABLE_NAMES) {}

  /** Wraps each entry of the tables. Returns a function that restores them. */
  watch(): () => void {
    const restores = this.tables.flatMap(() => this.watchPurchases());
    return () => {
      for (const restore of restores) restore();
    };
  }

  /** The transitions that the tables name and that were not taken. */
  untaken(): string[] {
    return transitionsOf(this.tables).filter((each) => !this.taken.has(each));
  }

  /** The transitions that were taken although no table names them. */
  unnamed(): string[] {
    const named = transitionsOf(this.tables);
    return [...this.taken].filter((each) => !named.includes(each));
  }

  private watchPurchases(): (() => void)[] {
    return PURCHASE_ROWS.flatMap(([event, row]) =>
      Object.entries(row).map(([from, move]) =>
        replaced<Move>(row, from, {
          ...move,
          run: (record, happened, now) => {
            const after = move.run(record, happened, now);
            const to = after?.state ?? 'none';
            if (to !== from) this.taken.add(edge(`purchase, ${event}`, from, to));
            return after;
          },
        }),
      ),
    );
  }
}

function transitionsOf(tables: readonly TableName[]): string[] {
  return tables.flatMap(() =>
    PURCHASE_ROWS.flatMap(([event, row]) =>
      Object.entries(row).flatMap(([from, { to }]) =>
        to.filter((next) => next !== from).map((next) => edge(`purchase, ${event}`, from, next)),
      ),
    ),
  );
}

function edge(table: string, from: string, to: string): string {
  return `${table}: ${from} → ${to}`;
}

function replaced<Each extends Entry>(table: Readonly<Record<string, Each>>, name: string, entry: Each): () => void {
  const original = table[name];
  Object.assign(table, { [name]: entry });
  return () => void Object.assign(table, { [name]: original });
}

/** The list of transitions as it stands in docs/reliability.md. */
export function listOf(transitions: readonly string[]): string {
  return transitions.length === 0 ? '\nNone.\n' : `\n${transitions.map((each) => `- ${each}`).join('\n')}\n`;
}
