import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { ChannelEvent, ChannelFailure, DeviceChannel, DeviceConnection } from '../../ports/device-channel.ts';
import type { Reporter } from '../../ports/reporter.ts';
import type { ApiClient } from '../api/api-client.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import { enterPage } from './api.ts';

/** How long until the address of a channel is asked for again, where there was none or its login was refused: doubled each time. */
const FIRST_RETRY_MS = 2 * SECOND;
const MAX_RETRY_MS = 30 * SECOND;

/** Why a device is not seen live: what its channel met, or that the server named no address for it. */
export type LiveFailure = ChannelFailure | { step: 'address'; problem: Problem };

interface ConnectionEvents {
  happened(event: Exclude<ChannelEvent, { kind: 'login-failed' }>): void;
  /** There is no line for now; another is asked for by itself. */
  failed(failure: LiveFailure): void;
}

/** A device's channel, opened where the server says and as whom, and opened anew where its credentials are refused. */
export class ChannelConnection {
  private connection?: DeviceConnection;
  /** Where the line leads, as one text. */
  private leadsTo?: string;
  private asked = 0;
  private refusals = 0;
  private retries = 0;
  private stopped = false;
  private offRetry?: Unsubscribe;

  constructor(
    private readonly sno: string,
    private readonly ports: { api: ApiClient; channel: DeviceChannel; clock: Clock; reporter: Reporter },
    private readonly events: ConnectionEvents,
  ) {}

  /** Asks where the device is reached; a line that leads there already is kept. */
  async open(): Promise<void> {
    const asked = ++this.asked;
    const isOutdated = () => this.stopped || asked !== this.asked;
    this.offRetry?.();
    try {
      const address = await this.ports.api.call(enterPage, { sno: this.sno });
      if (isOutdated() || (this.connection && this.leadsTo === JSON.stringify(address))) return;
      this.connection?.close();
      this.leadsTo = JSON.stringify(address);
      this.connection = this.ports.channel.open(address, (event) => this.handleEvent(event));
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (problem.code === 'internal') this.ports.reporter.report(problem);
      if (isOutdated() || this.connection) return;
      this.events.failed({ step: 'address', problem });
      this.openLater();
    }
  }

  /** Asks the device for its state; false where there is no line. */
  read(): boolean {
    this.connection?.read();
    return this.connection !== undefined;
  }

  close(): void {
    this.stopped = true;
    this.offRetry?.();
    this.connection?.close();
  }

  private openLater(): void {
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.retries, MAX_RETRY_MS);
    this.retries += 1;
    this.offRetry?.();
    this.offRetry = this.ports.clock.every(wait, () => void this.open());
  }

  private handleEvent(event: ChannelEvent): void {
    if (event.kind === 'login-failed') return this.loginFailed(event);
    if (event.kind === 'line' && event.state === 'open') this.refusals = this.retries = 0;
    this.events.happened(event);
  }

  /** Credentials may have run out, so new ones are asked for at once; those that are refused, too, are asked for later. */
  private loginFailed({ code, message }: { code?: string; message?: string }): void {
    this.connection?.close();
    this.connection = undefined;
    this.refusals += 1;
    if (this.refusals === 1) return void this.open();
    this.events.failed({ step: 'login', reason: 'refused', code, message });
    this.openLater();
  }
}
