import type { ChannelFailure } from '../../ports/device-channel.ts';
import type { ExaminedCall } from '../api/examine-call.ts';
import type { Problem } from '../problem.ts';

/** Result of one check; `problem` is set if the check failed. */
export type Finding =
  /** Whether the API responds at the address; `ms` is the time to the first response. */
  | { check: 'address'; ms: number; problem?: Problem }
  /** How far the server's clock is ahead (ms); undefined if the server sends no date. */
  | { check: 'clock'; aheadMs?: number; good: boolean }
  | { check: 'token'; problem?: Problem }
  /** A read of the contract; `fields` lists the differences in its response. */
  | ({ check: 'call' } & ExaminedCall<unknown>)
  /** Skipped, because a required id is not available. */
  | { check: 'skipped'; call: string; wants: 'device' | 'operator' | 'order' }
  /** The remaining checks were skipped. */
  | { check: 'stopped'; problem: Problem }
  /** `failure` is the last channel failure, even if the step succeeded in the end. */
  | {
      check: 'channel';
      step: 'login' | 'subscribe' | 'read' | 'ping';
      ms: number;
      good: boolean;
      problem?: Problem;
      failure?: ChannelFailure;
    };

/** True if the finding requires an action. */
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
