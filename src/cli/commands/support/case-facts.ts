import type { Unconfirmed } from '../../../core/treatment/records/treatment-records.ts';
import type { DeviceState } from '../../../core/device/device-state.ts';
import type { DeviceUse } from '../../../core/device/device-use.ts';
import type { ChannelTrial } from '../../../core/diagnosis/try-channel.ts';
import type { Entry } from '../../../core/entry/entry-policy.ts';
import type { Order } from '../../../core/order/order.ts';
import type { Queries } from '../../../core/queries.ts';
import type { LoggedCall } from '../../account/call-log.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import type { Failure } from '../../words/failure.ts';
import type { BuildInfo } from '../version/build-info.ts';

/** Why a part of the case could not be read. `exit` is 0 if that is as it should be. */
interface Unread {
  failure: Failure;
  exit: ExitCode;
}

/** A part of the case, or why it could not be read. */
export type Part<Value> = { value: Value } | Unread;

/** True if a part could not be read although it should. */
export function isFailed(part: Part<unknown>): part is Unread {
  return 'exit' in part && part.exit !== EXIT.done;
}

/** `isPast`: a cloud may have answered for the device, with a rest from before what it does now. */
export type SeenTrial = ChannelTrial & { isPast?: boolean };

/** The answers of the server and the device, not yet redacted. */
export interface Answers {
  account: Part<{ phone?: string; assist: boolean }>;
  device: Part<Awaited<ReturnType<Queries['device']>>>;
  serverState: Part<{ state: DeviceState; at: number; isPast: boolean }>;
  lease: Part<DeviceUse>;
  entry: Part<Entry>;
  orders: Part<{ orders: Order[]; hasMore: boolean | undefined }>;
  channel: Part<SeenTrial>;
}

export interface Versions extends BuildInfo {
  physio: string;
  contract: string;
  /** The host of the API. */
  api: string;
}

/** Everything that the case says. */
export interface SupportCase extends Answers {
  sno: string;
  /** Epoch ms. */
  createdAt: number;
  /** What was sent from here without a report of its effect, the oldest first. */
  unconfirmed: readonly Unconfirmed[];
  /** The oldest first. */
  calls: readonly LoggedCall[];
  versions: Versions;
}
