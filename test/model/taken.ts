import { CONFIRMATION_STEPS } from '../../src/core/checkout/confirmation-steps.ts';
import { PLACEMENT_STEPS } from '../../src/core/checkout/order-steps.ts';
import { PAYMENT_STEPS } from '../../src/core/checkout/payment-steps.ts';
import { TRANSITIONS } from '../../src/core/checkout/transitions.ts';
import { INQUIRY_STEPS, START_STEPS } from '../../src/core/treatment/start-steps.ts';
import { STOP_STEPS } from '../../src/core/treatment/stop-steps.ts';

type Entry = Readonly<{ to: readonly string[] }>;
interface Step extends Entry {
  next(state: unknown, input: unknown, facts: unknown): { next: { at: string } };
}
interface Move extends Entry {
  run(record: unknown, event: unknown, now: number): { state: string } | undefined;
}

/** The tables of the commands, by the name of the command. */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, Step>>>> = {
  order: PLACEMENT_STEPS,
  payment: PAYMENT_STEPS,
  confirmation: CONFIRMATION_STEPS,
  'question before a start': INQUIRY_STEPS,
  start: START_STEPS,
  stop: STOP_STEPS,
};

/** Notes which transitions of the tables that ship are taken. */
export class TakenTransitions {
  private readonly taken = new Set<string>();

  /** Wraps each entry of the tables. Returns a function that restores them. */
  watch(): () => void {
    const restores: (() => void)[] = [];
    for (const [name, table] of Object.entries(COMMANDS))
      for (const [at, step] of Object.entries(table))
        restores.push(
          replaced<Step>(table, at, {
            ...step,
            next: (state, input, facts) => {
              const decided = step.next(state, input, facts);
              this.taken.add(edge(name, at, decided.next.at));
              return decided;
            },
          }),
        );
    for (const [event, row] of Object.entries<Readonly<Record<string, Move>>>(TRANSITIONS))
      for (const [from, move] of Object.entries(row))
        restores.push(
          replaced<Move>(row, from, {
            ...move,
            run: (record, happened, now) => {
              const after = move.run(record, happened, now);
              const to = after?.state ?? 'none';
              if (to !== from) this.taken.add(edge(`purchase, ${event}`, from, to));
              return after;
            },
          }),
        );
    return () => {
      for (const restore of restores) restore();
    };
  }

  /** The transitions that the tables name and that were not taken. */
  untaken(): string[] {
    return allTransitions().filter((each) => !this.taken.has(each));
  }

  /** The transitions that were taken although no table names them. */
  unnamed(): string[] {
    const named = allTransitions();
    return [...this.taken].filter((each) => !named.includes(each));
  }
}

function allTransitions(): string[] {
  const commands = Object.entries(COMMANDS).flatMap(([name, table]) =>
    Object.entries(table).flatMap(([at, { to }]) => to.map((next) => edge(name, at, next))),
  );
  const purchases = Object.entries<Readonly<Record<string, Move>>>(TRANSITIONS).flatMap(([event, row]) =>
    Object.entries(row).flatMap(([from, { to }]) =>
      to.filter((next) => next !== from).map((next) => edge(`purchase, ${event}`, from, next)),
    ),
  );
  return [...commands, ...purchases];
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
