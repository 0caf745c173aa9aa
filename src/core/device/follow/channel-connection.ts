import type { Clock, Unsubscribe } from '../../../ports/clock.ts';
import type { ChannelEvent, ChannelFailure, DeviceChannel, DeviceConnection } from '../../../ports/device-channel.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { Problem } from '../../problem.ts';
import { reportProblem } from '../../basics/report-problem.ts';
import { SECOND } from '../../basics/time.ts';
import { enterPage } from '../api.ts';

/**
 * First delay, doubled each time, before the channel's address is requested again. It applies if the request failed or
 * the login was refused.
 */
const FIRST_RETRY_MS = 2 * SECOND;
const MAX_RETRY_MS = 30 * SECOND;

/** Why live updates are not available: a failure of the channel, or of the request for its address. */
export type LiveFailure = ChannelFailure | { step: 'address'; problem: Problem };

interface ConnectionEvents {
  onEvent(event: Exclude<ChannelEvent, { kind: 'login-failed' }>): void;
  /** The connection is down. `ChannelConnection` retries by itself. */
  onFailure(failure: LiveFailure): void;
}

/**
 * A connection to a device's channel. It requests the address and credentials from the API, and reconnects with new
 * ones if they are refused.
 */
export class ChannelConnection {
  private connection?: DeviceConnection;
  /** Address of the current connection, serialized for comparison. */
  private addressJson?: string;
  private requestId = 0;
  private refusals = 0;
  private retries = 0;
  private stopped = false;
  private cancelRetry?: Unsubscribe;

  constructor(
    private readonly sno: string,
    private readonly ports: { api: ApiClient; channel: DeviceChannel; clock: Clock; reporter: Reporter },
    private readonly events: ConnectionEvents,
  ) {}

  /** Requests the device's address and connects. It keeps a connection to the same address. */
  async open(): Promise<void> {
    const requestId = ++this.requestId;
    const isOutdated = () => this.stopped || requestId !== this.requestId;
    this.cancelRetry?.();
    try {
      const address = await this.ports.api.call(enterPage, { sno: this.sno });
      if (isOutdated() || (this.connection && this.addressJson === JSON.stringify(address))) return;
      this.connection?.close();
      this.addressJson = JSON.stringify(address);
      this.connection = this.ports.channel.open(address, (event) => this.handleEvent(event));
    } catch (thrown) {
      const problem = reportProblem(this.ports.reporter, thrown);
      if (isOutdated() || this.connection) return;
      this.events.onFailure({ step: 'address', problem });
      this.openLater();
    }
  }

  /** Requests the state from the device; false if there is no connection. */
  read(): boolean {
    this.connection?.read();
    return this.connection !== undefined;
  }

  close(): void {
    this.stopped = true;
    this.cancelRetry?.();
    this.connection?.close();
  }

  private openLater(): void {
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** this.retries, MAX_RETRY_MS);
    this.retries += 1;
    this.cancelRetry?.();
    this.cancelRetry = this.ports.clock.every(delayMs, () => void this.open());
  }

  private handleEvent(event: ChannelEvent): void {
    if (event.kind === 'login-failed') return this.loginFailed(event);
    if (event.kind === 'line' && event.state === 'open') this.refusals = this.retries = 0;
    this.events.onEvent(event);
  }

  /**
   * Credentials may have expired, so the first refusal requests new ones at once. Further refusals wait for the retry
   * delay.
   */
  private loginFailed({ code, message }: { code?: string; message?: string }): void {
    this.connection?.close();
    this.connection = undefined;
    this.refusals += 1;
    if (this.refusals === 1) return void this.open();
    this.events.onFailure({ step: 'login', reason: 'refused', code, message });
    this.openLater();
  }
}
