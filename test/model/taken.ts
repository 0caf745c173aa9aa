import { CONFIRMATION_STEPS } from '../../src/core/checkout/confirm/confirmation-steps.ts';
import { PLACEMENT_STEPS } from '../../src/core/checkout/place/order-steps.ts';
import { PAYMENT_STEPS } from '../../src/core/checkout/pay/payment-steps.ts';
import { TRANSITIONS } from '../../src/core/checkout/records/transitions.ts';

type Entry = Readonly<{ to: readonly string[] }>;
interface Step extends Entry {
  next(state: unknown, input: unknown, facts: unknown): { next: { at: string } };
}
interface Move extends Entry {
  run(record: unknown, event: unknown, now: number): { state: string } | undefined;
}

/** The table of the purchases, or of a command. */
export type TableName = 'order' | 'payment' | 'confirmation' | 'purchase';
type CommandName = Exclude<TableName, 'purchase'>;

/** The tables of the commands, by the name of the command. */
const COMMANDS: Readonly<Record<CommandName, Readonly<Record<string, Step>>>> = {
  order: PLACEMENT_STEPS,
  payment: PAYMENT_STEPS,
  confirmation: CONFIRMATION_STEPS,
};

const PURCHASE_ROWS = Object.entries<Readonly<Record<string, Move>>>(TRANSITIONS);
const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];
export const TABLE_NAMES: readonly TableName[] = [...COMMAND_NAMES, 'purchase'];

/** Notes which transitions of the tables that ship are taken. */
export class TakenTransitions {
  private readonly taken = new Set<string>();

  /** @param tables Those to watch. */
  constructor(private readonly tables: readonly TableName[] = TABLE_NAMES) {}

  /** Wraps each entry of the tables. Returns a function that restores them. */
  watch(): () => void {
    const restores = this.tables.flatMap((name) => (name === 'purchase' ? this.watchPurchases() : this.watchOf(name)));
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

  private watchOf(name: CommandName): (() => void)[] {
    const table = COMMANDS[name];
    return Object.entries(table).map(([at, step]) =>
      replaced<Step>(table, at, {
        ...step,
        next: (state, input, facts) => {
          const decided = step.next(state, input, facts);
          this.taken.add(edge(name, at, decided.next.at));
          return decided;
        },
      }),
    );
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
  return tables.flatMap((name) => {
    if (name !== 'purchase')
      return Object.entries(COMMANDS[name]).flatMap(([at, { to }]) => to.map((next) => edge(name, at, next)));
    return PURCHASE_ROWS.flatMap(([event, row]) =>
      Object.entries(row).flatMap(([from, { to }]) =>
        to.filter((next) => next !== from).map((next) => edge(`purchase, ${event}`, from, next)),
      ),
    );
  });
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
