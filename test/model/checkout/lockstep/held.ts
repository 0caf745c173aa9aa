import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, Unsubscribe } from '../../../../src/ports/clock.ts';
import type { AbortSignalLike, Http, HttpRequest, HttpResponse } from '../../../../src/ports/http.ts';
import type { Mutex } from '../../../../src/ports/mutex.ts';
import type {
  PaymentAnswer,
  PaymentBridge,
  PaymentTarget,
  PrepayParams,
} from '../../../../src/ports/payment-bridge.ts';

/** What a request, a sheet or a wait belongs to: a flow by its id in the model, the poll of an order, or a prefetch. */
export type Purpose = { flow: number } | { poll: string } | 'prefetch' | 'cancel';

/** The purpose of the code that runs. A request sent later by the same code has the same purpose. */
export const purposes = new AsyncLocalStorage<Purpose>();

/** Something that waits until the test ends it. */
class Held<Result> {
  readonly purpose = purposes.getStore();
  readonly result: Promise<Result>;
  resolve: (result: Result) => void = () => {};
  reject: (problem: Error) => void = () => {};

  constructor() {
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  isOf(purpose: Purpose): boolean {
    return JSON.stringify(this.purpose) === JSON.stringify(purpose);
  }
}

export class HeldRequest extends Held<HttpResponse> {
  /** The answer, if the server has formed it before it arrives. */
  early?: HttpResponse;

  constructor(readonly request: HttpRequest) {
    super();
  }
}

function answer(data: object): HttpResponse {
  return { status: 200, header: () => undefined, body: JSON.stringify({ code: '200', message: 'success', data }) };
}

/** A connection on which each request waits for its answer. A page has one; what a closed page waits for never comes. */
export class HeldHttp implements Http {
  held: HeldRequest[] = [];

  /** `isAssistant`: the answer to reads that the model does not know, which are answered at once. */
  constructor(private readonly isAssistant: boolean) {}

  async send(request: HttpRequest): Promise<HttpResponse> {
    if (request.url.endsWith('/user/get')) return answer({ assist: this.isAssistant });
    if (request.url.endsWith('/order/check/device')) return answer({ ownerId: 'shop', status: 'DEVICE_FREE' });
    const held = new HeldRequest(request);
    this.held.push(held);
    return held.result.finally(() => (this.held = this.held.filter((each) => each !== held)));
  }
}

/** A payment sheet, open until it answers or vanishes. */
export class HeldSheet extends Held<PaymentAnswer> {
  isAbandoned = false;

  constructor(
    readonly order: PaymentTarget,
    readonly params: PrepayParams,
    private readonly onLateAnswer: (answer: PaymentAnswer) => void,
  ) {
    super();
  }

  answer(answer: PaymentAnswer): void {
    if (this.isAbandoned) this.onLateAnswer(answer);
    else this.resolve(answer);
  }
}

export class HeldBridge implements PaymentBridge {
  sheets: HeldSheet[] = [];

  async pay(
    order: PaymentTarget,
    prepare: () => Promise<PrepayParams>,
    onLateAnswer: (answer: PaymentAnswer) => void = () => {},
  ): Promise<PaymentAnswer> {
    const sheet = new HeldSheet(order, await prepare(), onLateAnswer);
    this.sheets.push(sheet);
    return sheet.result;
  }

  /** The sheet can answer no more. */
  close(sheet: HeldSheet): void {
    this.sheets = this.sheets.filter((each) => each !== sheet);
  }
}

/** The phone's wall clock. It moves only by the steps of the story, and fires no timer then. */
export class WallClock {
  now = Date.parse('2026-03-02T09:00:00+08:00');
}

/**
 * The clock of a page. Its sleeps end when the test wakes them. Its timeouts never fire: the answer to each request says
 * whether it timed out.
 */
export class HeldClock implements Clock {
  sleeping: Held<void>[] = [];

  constructor(private readonly wall: WallClock) {}

  now(): number {
    return this.wall.now;
  }

  sleep(_ms: number, signal?: AbortSignalLike): Promise<void> {
    const held = new Held<void>();
    this.sleeping.push(held);
    signal?.addEventListener('abort', () => held.resolve());
    return held.result.finally(() => (this.sleeping = this.sleeping.filter((each) => each !== held)));
  }

  every(): Unsubscribe {
    return () => {};
  }

  /** Ends the sleep between two queries. */
  wake(purpose: Purpose): void {
    this.sleeping.find((each) => each.isOf(purpose))?.resolve();
  }
}

interface LockRequest {
  page: object;
  lock: Held<void>;
}

/** The locks of a phone, which its pages share. A closed page releases its locks. */
export class PhoneLocks {
  private readonly queues = new Map<string, LockRequest[]>();

  /** The mutex of one page. */
  of(page: object): Mutex {
    return { runExclusive: (name, _, work) => this.run(name, page, work) };
  }

  /** The page of this purpose has waited as long as it may, and goes on without the lock. */
  timeOut(page: object, purpose: Purpose): void {
    for (const [name, queue] of this.queues) {
      const waiting = queue.find((each, at) => at > 0 && each.page === page && each.lock.isOf(purpose));
      if (!waiting) continue;
      this.leave(name, (each) => each === waiting);
      waiting.lock.resolve();
    }
  }

  close(page: object): void {
    for (const name of this.queues.keys()) this.leave(name, (each) => each.page === page);
  }

  private async run<Result>(name: string, page: object, work: (waited: boolean) => Promise<Result>): Promise<Result> {
    const queue = this.queues.get(name) ?? [];
    const waited = queue.length > 0;
    const request = { page, lock: new Held<void>() };
    this.queues.set(name, [...queue, request]);
    if (waited) await request.lock.result;
    try {
      return await work(waited);
    } finally {
      this.leave(name, (each) => each === request);
    }
  }

  private leave(name: string, isLeaving: (request: LockRequest) => boolean): void {
    const queue = this.queues.get(name) ?? [];
    const rest = queue.filter((each) => !isLeaving(each));
    this.queues.set(name, rest);
    if (queue[0] !== rest[0]) rest[0]?.lock.resolve();
  }
}

const nextMacrotask = setImmediate;

/** Resolves once all code that is not held waits. */
export function settled(): Promise<void> {
  return new Promise((resolve) => nextMacrotask(resolve));
}
