import type { Unsubscribe } from '../../ports/clock.ts';
import { SECOND } from '../../core/basics/time.ts';
import type { CoreServices } from '../environment.ts';
import type { Output } from './output.ts';

/** Says on a terminal which call a command waits for, once it takes longer than a second. */
export class Waiting {
  /** The addresses of the calls under way, the oldest first. */
  private readonly urls: string[] = [];
  private stopTicking?: Unsubscribe;

  constructor(private readonly output: Output) {}

  /** A call is sent. Call the returned function when it has ended. */
  begin(url: string, time: CoreServices['time']): Unsubscribe {
    this.urls.push(url);
    if (this.urls.length === 1) this.waitForOldest(time);
    return () => {
      this.urls.splice(this.urls.indexOf(url), 1);
      this.waitForOldest(time);
    };
  }

  private waitForOldest(time: CoreServices['time']): void {
    this.stopTicking?.();
    this.output.endWaiting();
    const [oldest] = this.urls;
    if (oldest === undefined || !this.output.showsWaiting) return;
    const { host, pathname } = new URL(oldest);
    let seconds = 0;
    this.stopTicking = time.every(SECOND, () => {
      seconds += 1;
      this.output.waiting(`Waiting for ${host} to answer ${pathname}`, `, ${seconds} s`);
    });
  }
}
