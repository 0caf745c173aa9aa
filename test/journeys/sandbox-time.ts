import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { FetchHttp } from '../../src/adapters/http/fetch-http.ts';
import { keepAliveFetch } from '../../src/adapters/node/network/keep-alive-fetch.ts';
import type { Http, HttpRequest, HttpResponse } from '../../src/ports/http.ts';
import type { World } from '../helpers/world.ts';

const SECOND = 1_000;
const STEP_MS = 500;

/** The time of a sandbox and of an app in this process: it passes for both, while the app waits for nothing but time. */
export class SandboxTime implements Http {
  readonly clock = new FakeClock(Date.now());
  private readonly network = new FetchHttp(keepAliveFetch());
  private calls = 0;

  private readonly worldPasses: World['passes'];

  /** From now on, the time that a journey lets pass in the world passes for the app too. */
  constructor(world: World) {
    this.worldPasses = world.passes;
    world.passes = (ms) => this.passes(ms);
  }

  /** Sends a call of the app. */
  async send(request: HttpRequest): Promise<HttpResponse> {
    this.calls += 1;
    try {
      return await this.network.send(request);
    } finally {
      this.calls -= 1;
    }
  }

  async passes(ms: number): Promise<void> {
    await this.worldPasses(ms);
    await this.clock.advance(ms);
  }

  /** Waits for the work, and looks at it before each step of time. */
  async whileItPasses<Result>(work: Promise<Result>, look: () => unknown = () => undefined): Promise<Result> {
    let hasEnded = false;
    const ended = work.finally(() => (hasEnded = true));
    ended.catch(() => {}); // the caller gets the rejection
    while (!hasEnded) {
      await look();
      if (this.calls === 0 && this.clock.pending > 0) await this.passes(STEP_MS);
      else await new Promise((resolve) => setImmediate(resolve));
    }
    return ended;
  }

  /** The person, each of whose steps begins a second after the one before. */
  passesFor<Person extends object>(person: Person): Person {
    return new Proxy(person, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]) => {
          await this.passes(SECOND);
          return this.whileItPasses(Promise.resolve(Reflect.apply(value, target, given)));
        };
      },
    });
  }
}
