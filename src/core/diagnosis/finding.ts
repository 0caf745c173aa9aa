import type { ChannelAddress, ChannelFailure } from '../../ports/device-channel.ts';
import type { ExaminedCall } from '../api/examine/examine-call.ts';
import type { Problem } from '../problem.ts';

/** Where the number of the examined device comes from. */
export type DeviceSource = 'named' | 'rented' | 'shared' | 'history' | 'order';

/** Result of one check; `problem` is set if the check failed. */
export type Finding =
  /** Whether the API responds at the address, to at least one call; `ms` is the time to the first response. */
  | { check: 'address'; ms: number; problem?: Problem }
  /**
   * How far the server's clock is ahead (ms); undefined if the server sends no date. `movedMs`: a demo server says that its
   * clock was moved so far on purpose.
   */
  | { check: 'clock'; aheadMs?: number; movedMs?: number; good: boolean }
  /** `isUnverified`: no call with the token had a usable answer. */
  | { check: 'token'; problem?: Problem; isUnverified?: true }
  /** A request without a token was not answered by the status 401, on which the app signs out. */
  | { check: 'no-token'; status: number }
  /** The server reports success by another code than the contract's; `got` is what came. Precedes the first such call. */
  | { check: 'success-code'; got: string }
  /** The device that the further calls are about. */
  | { check: 'device'; sno: string; source: DeviceSource }
  /** No device has the number that was given: the calls about a device are skipped. */
  | { check: 'no-such-device'; sno: string }
  /** A read of the contract; `fields` lists the differences in its response. */
  | ({ check: 'call' } & ExaminedCall<unknown>)
  /** Skipped, because a required id is not available or no device has it, or the server refused it for a device that is not rented. */
  | { check: 'skipped'; call: string; path: string; wants: 'device' | 'known-device' | 'operator' | 'order' | 'rental' }
  /** The remaining checks were skipped. */
  | { check: 'stopped'; problem: Problem }
  /**
   * `failure` is the last channel failure, even if the step succeeded in the end. `ms` of a ping is its round trip.
   * `isUnreadable`: the device reported, but no value that the app can read.
   */
  | {
      check: 'channel';
      sno: string;
      step: 'login' | 'subscribe' | 'read' | 'ping';
      ms: number;
      good: boolean;
      isUnreadable?: true;
      problem?: Problem;
      failure?: ChannelFailure;
      /** The channel's address, as the API names it. */
      address: Pick<ChannelAddress, 'host' | 'wsPort' | 'wssPort'>;
    };

/** Whether a page of another origin may call the API. `missing` names what does not allow it. */
export interface CorsFinding {
  origin: string;
  /** The headers that the page sends. */
  headers: readonly string[];
  missing: readonly string[];
  problem?: Problem;
}

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
        finding.unexpectedCode !== undefined ||
        finding.fields.some(({ verdict }) => verdict === 'missing' || verdict === 'unreadable')
      );
    case 'stopped':
    case 'success-code':
    case 'no-such-device':
      return true;
    case 'no-token':
    case 'device':
    case 'skipped':
      return false;
  }
}

/** True if the server does not accept the token, or there is none. Some servers say so by the code 401 in the response. */
export function isTokenRejected(problem: Problem | undefined): boolean {
  return (
    problem !== undefined &&
    (problem.endsTheSession || (problem.code === 'refused' && problem.serverCode === TOKEN_REJECTED))
  );
}

const TOKEN_REJECTED = '401';
