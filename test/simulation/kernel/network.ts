import { SECOND } from '../../../src/core/basics/time.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { Choice } from './choice.ts';
import { flowNow } from './flow.ts';
import type { Life } from './life.ts';
import type { SimulatedTime } from './time.ts';

/** A request on its way, until its answer has arrived or nobody waits for it. */
export interface Call<Input = unknown> {
  readonly life: Life;
  readonly flow: unknown;
  readonly name: string;
  readonly input: Input;
  /** By the time of the world; epoch ms. */
  readonly sentAt: number;
  readonly isWrite: boolean;
  /** What the server has answered; undefined before it has acted. */
  served?: { answer: unknown; at: number };
  /** It may still reach the server when nobody waits for it any more. */
  readonly mayBeLate: boolean;
  /** False once the page has stopped waiting. */
  isAwaited: boolean;
}

interface Waiting extends Call {
  resolve: (answer: unknown) => void;
  reject: (problem: Problem) => void;
}

interface AskOptions {
  isWrite?: boolean;
  /** It may still reach the server when nobody waits for it any more. Default: true for what changes something. */
  mayBeLate?: boolean;
  /** After this time the page stops waiting; ms. */
  limitMs: number;
  /** It is answered at once: nothing depends on when. */
  isQuick?: boolean;
}

/**
 * A request reaches the server within this time or never: a page that is frozen or gone has handed it over, and no gateway
 * keeps it longer. It is shorter than every lock, so whoever takes over a lock finds what its last owner has done.
 */
const ARRIVES_MS = 30 * SECOND;

/** Acts on a request as the server does at this moment, and returns its answer. A Problem is a refusal. */
type Serve = (call: Call) => unknown;

/**
 * The requests of all pages. Nothing is answered by itself: the scheduler takes the choices. A request that changes
 * something may still reach the server when nobody waits for it any more.
 */
export class Network {
  private readonly waiting = new Set<Waiting>();

  constructor(
    private readonly time: SimulatedTime,
    private readonly reached: Serve,
  ) {}

  get calls(): readonly Call[] {
    return [...this.waiting];
  }

  ask(
    life: Life,
    name: string,
    input: unknown,
    { isWrite = false, mayBeLate = isWrite, limitMs, isQuick = false }: AskOptions,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const cancel = this.time.schedule(life, limitMs, () => this.end(call, new Problem('timeout', { call: name })));
      const call: Waiting = {
        life,
        flow: flowNow(),
        name,
        input,
        sentAt: this.time.now(),
        isWrite,
        mayBeLate,
        isAwaited: true,
        resolve: (answer) => (cancel(), resolve(answer)),
        reject: (problem) => (cancel(), reject(problem)),
      };
      this.waiting.add(call);
      if (isQuick) this.answer(call);
    });
  }

  /** Call it when a page has ended. Its writes are still on their way. */
  forget(life: Life): void {
    for (const call of this.waiting) if (call.life === life) this.abandon(call);
  }

  /** What may happen to each request next. */
  choices(): Choice[] {
    return [...this.waiting].flatMap((call) => this.choicesOf(call));
  }

  private choicesOf(call: Waiting): Choice[] {
    const { life, isWrite, served } = call;
    const choice = (kind: string, weight: number, take: () => void, isFault = true): Choice => ({
      kind: `${call.name} ${kind}`,
      on: life.name,
      weight,
      isFault,
      take,
    });
    const failed = (code: 'network' | 'timeout') => new Problem(code, { call: call.name });
    if (!call.isAwaited)
      return [
        choice('arrives late', 3, () => this.dropAfter(call, () => this.serve(call)), false),
        choice('never arrives', 1, () => void this.waiting.delete(call)),
      ];
    const choices: Choice[] = [];
    if (!served) choices.push(choice('is acted on', 2, () => this.act(call), false));
    if (!life.goesOn) return choices;
    choices.push(choice('is answered', 20, () => this.answer(call), false));
    if (served) choices.push(choice('loses its answer', 2, () => this.end(call, failed('timeout'))));
    else {
      choices.push(choice('is lost', 1, () => this.dropAfter(call, () => call.reject(failed('network')))));
      const refusal = new Problem('refused', { call: call.name, serverCode: '9' });
      choices.push(choice('is refused', 1, () => this.dropAfter(call, () => call.reject(refusal))));
      if (isWrite)
        choices.push(
          choice('loses its answer', 3, () => {
            this.act(call);
            this.end(call, failed('timeout'));
          }),
        );
    }
    return choices;
  }

  private serve(call: Waiting): unknown {
    const isTooLate = this.time.now() - call.sentAt > ARRIVES_MS;
    return isTooLate ? new Problem('network', { call: call.name }) : this.reached(call);
  }

  private act(call: Waiting): void {
    call.served ??= { answer: this.serve(call), at: this.time.now() };
  }

  private answer(call: Waiting): void {
    this.act(call);
    this.waiting.delete(call);
    const answer = call.served?.answer;
    if (answer instanceof Problem) call.reject(answer);
    else call.resolve(answer);
  }

  /** The page stops waiting. */
  private end(call: Waiting, problem: Problem): void {
    this.abandon(call);
    call.reject(problem);
  }

  private abandon(call: Waiting): void {
    call.isAwaited = false;
    if (call.served || !call.mayBeLate) this.waiting.delete(call);
  }

  private dropAfter(call: Waiting, work: () => void): void {
    this.waiting.delete(call);
    work();
  }
}
