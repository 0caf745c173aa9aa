import type { ChannelTimes } from './gizwits-options.ts';
import type { Received } from './gizwits-received.ts';

/** A server's own code and words for a no. */
export interface Refusal {
  code?: string;
  message?: string;
}

interface SubscriptionEvents {
  ask(): void;
  /** The server tells of this device from now on. */
  confirmed(): void;
  /** It is asked again by itself, later each time. */
  refused(refusal: Refusal): void;
  unanswered(): void;
}

type SubscribeAnswer = Extract<Received, { cmd: 'subscribe_res' }>['data'];

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

export function refusalOf({ error_code, msg }: { error_code?: number | string; msg?: string }): Refusal {
  return { code: error_code === undefined ? undefined : String(error_code), message: msg };
}

/** Asks a server to tell of one device, until it says that it does or shows it. */
export class GizwitsSubscription {
  private state: 'idle' | 'asking' | 'confirmed' = 'idle';
  /** The server subscribes by itself, and says so by telling of the device. */
  private byServer = false;
  private refusals = 0;
  private timer?: ReturnType<typeof setTimeout>;

  constructor(
    private readonly did: string,
    private readonly options: { times: Pick<ChannelTimes, 'subscribeMs'>; random: () => number },
    private readonly events: SubscriptionEvents,
  ) {}

  start({ byServer }: { byServer: boolean }): void {
    this.stop();
    this.state = 'asking';
    this.byServer = byServer;
    this.refusals = 0;
    if (byServer) this.awaitAnswer();
    else this.ask();
  }

  stop(): void {
    this.state = 'idle';
    clearTimeout(this.timer);
  }

  /** Only one device was asked for: a refusal that names none means this one. Named on both sides it is refused. */
  answered({ success = [], failed = [] }: SubscribeAnswer): void {
    const no = failed.find(({ did }) => did === this.did || did === undefined);
    if (no) this.refused(refusalOf(no));
    else if (success.some(({ did }) => did === this.did)) this.confirm();
  }

  heardOfDevice(): void {
    if (this.byServer) this.confirm();
  }

  private confirm(): void {
    if (this.state !== 'asking') return;
    clearTimeout(this.timer);
    this.state = 'confirmed';
    this.events.confirmed();
  }

  private refused(refusal: Refusal): void {
    if (this.state === 'idle') return;
    this.state = 'asking';
    this.events.refused(refusal);
    this.askLater();
  }

  private ask(): void {
    this.awaitAnswer();
    this.events.ask();
  }

  private awaitAnswer(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.askLater();
      this.events.unanswered();
    }, this.options.times.subscribeMs);
  }

  /** Between half of a wait that doubles and all of it. */
  private askLater(): void {
    const longest = Math.min(FIRST_RETRY_MS * 2 ** this.refusals, MAX_RETRY_MS);
    this.refusals += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), longest * (0.5 + this.options.random() / 2));
  }
}
