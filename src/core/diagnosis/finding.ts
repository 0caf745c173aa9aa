import type { ChannelFailure } from '../../ports/device-channel.ts';
import type { ExaminedCall } from '../api/examine-call.ts';
import type { Problem } from '../problem.ts';

/** One thing that was looked at; `problem` where it is broken. */
export type Finding =
  /** Whether the API answers at the address; `ms` until anything did. */
  | { check: 'address'; ms: number; problem?: Problem }
  /** How far the server's clock is ahead (ms); undefined where it does not tell the time. */
  | { check: 'clock'; aheadMs?: number; good: boolean }
  | { check: 'token'; problem?: Problem }
  /** A read of the contract; `fields` in which its answer differs. */
  | ({ check: 'call' } & ExaminedCall<unknown>)
  /** Not looked at, for want of something to ask about. */
  | { check: 'skipped'; call: string; wants: 'device' | 'operator' | 'order' }
  /** The rest was not looked at. */
  | { check: 'stopped'; problem: Problem }
  /** `failure` is what was met on the way, also to a step that went well in the end. */
  | {
      check: 'channel';
      step: 'login' | 'subscribe' | 'read' | 'ping';
      ms: number;
      good: boolean;
      problem?: Problem;
      failure?: ChannelFailure;
    };

/** Whether something has to be done about it. */
export function isBad(finding: Finding): boolean {
  switch (finding.check) {
    case 'address':
    case 'token':
      return finding.problem !== undefined;
    case 'clock':
    case 'channel':
      return !finding.good;
    case 'call':
      return (
        finding.problem !== undefined ||
        finding.fields.some(({ verdict }) => verdict === 'missing' || verdict === 'unreadable')
      );
    case 'skipped':
      return false;
    case 'stopped':
      return true;
  }
}
