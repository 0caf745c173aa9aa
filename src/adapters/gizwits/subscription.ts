import type { ChannelTimes } from './options.ts';
import type { Received } from './frames.ts';

/** The server's own code and message of a refusal. */
export interface Refusal {
  code?: string;
  message?: string;
}

interface SubscriptionEvents {
  /** Sends the subscribe request. */
  send(): void;
  /** The server reports this device from now on. */
  confirmed(): void;
  /** The subscription retries by itself, with a growing delay. */
  refused(refusal: Refusal): void;
  /** No response arrived in time. The subscription retries by itself. */
  unanswered(): void;
}

type SubscribeResponse = Extract<Received, { cmd: 'subscribe_res' }>['data'];

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

export function refusalOf({ error_code, msg }: { error_code?: number | string; msg?: string }): Refusal {
  return { code: error_code === undefined ? undefined : String(error_code), message: msg };
}

/** Subscribes to one device. Retries until the server confirms the subscription or reports the device. */
export class GizwitsSubscription {
  private state: 'idle' | 'pending' | 'confirmed' = 'idle';
  /** The server subscribes automatically; its first report of the device confirms the subscription. */
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
    this.state = 'pending';
    this.byServer = byServer;
    this.refusals = 0;
    if (byServer) this.startTimeout();
    else this.send();
  }

  stop(): void {
    this.state = 'idle';
    clearTimeout(this.timer);
  }

  /** A refusal without a device number means this device, because the request named only one. A refusal overrides a success. */
  handleResponse({ success = [], failed = [] }: SubscribeResponse): void {
    const refusal = failed.find(({ did }) => did === this.did || did === undefined);
    if (refusal) this.refuse(refusalOf(refusal));
    else if (success.some(({ did }) => did === this.did)) this.confirm();
  }

  handleDeviceReport(): void {
    if (this.byServer) this.confirm();
  }

  private confirm(): void {
    if (this.state !== 'pending') return;
    clearTimeout(this.timer);
    this.state = 'confirmed';
    this.events.confirmed();
  }

  private refuse(refusal: Refusal): void {
    if (this.state === 'idle') return;
    this.state = 'pending';
    this.events.refused(refusal);
    this.scheduleRetry();
  }

  private send(): void {
    this.startTimeout();
    this.events.send();
  }

  private startTimeout(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.scheduleRetry();
      this.events.unanswered();
    }, this.options.times.subscribeMs);
  }

  /** Delays by a random time between half of the limit and the limit, which doubles with each refusal. */
  private scheduleRetry(): void {
    const limitMs = Math.min(FIRST_RETRY_MS * 2 ** this.refusals, MAX_RETRY_MS);
    this.refusals += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), limitMs * (0.5 + this.options.random() / 2));
  }
}
