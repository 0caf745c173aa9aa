import { MINUTE } from '../../basics/time.ts';
import { hasOtherSettings, runsBy, type DeviceState } from '../device-state.ts';

/** A push is younger than a record that denies it so soon. */
const OUTWEIGHS_MS = MINUTE;

/** What a device has told by its own pushes, as far as it outweighs the server's record, which has no time of its own. */
export interface PushedWord {
  /** When it last pushed whether it runs; epoch ms. */
  pushedAt?: number;
  /** When its pushes last changed what it is set to; epoch ms. */
  setAt?: number;
  /** When its pushes last turned it from rest to a run or back; epoch ms. */
  turnedAt?: number;
  /** When they did so the time before; epoch ms. */
  turnedBeforeAt?: number | undefined;
  /** It has pushed a run that no record has shown since. */
  isRunUnrecorded?: boolean;
}

/** What is told after a push that turns the state `before` into `after`; `now`: epoch ms. */
export function afterPush(
  word: PushedWord,
  { before, after, saysIfItRuns }: { before: DeviceState; after: DeviceState; saysIfItRuns: boolean },
  now: number,
): PushedWord {
  const [ran, runs] = [runsBy(before), runsBy(after)];
  const isTurned = ran !== undefined && ran !== runs;
  return {
    ...word,
    ...(saysIfItRuns || isTurned ? { pushedAt: now } : {}),
    ...(isTurned ? { turnedAt: now, turnedBeforeAt: word.turnedAt } : {}),
    ...(hasOtherSettings(before, after) ? { setAt: now } : {}),
    ...(ran === runs ? {} : { isRunUnrecorded: runs === true }),
  };
}

/** What is told after a record that counts. */
export function afterRecord(word: PushedWord, record: DeviceState): PushedWord {
  return runsBy(record) === undefined ? word : { ...word, isRunUnrecorded: false };
}

/**
 * True if a record proves nothing, because it may be from before what the device has pushed. For a minute, a push on a live channel
 * outweighs each record that denies it or has other settings, and two turns each record at all: one that agrees may be of the run before.
 * Without the channel, only a record tells of a run that began since, but one of rest may be older than the pushed run; and as long as
 * the device is offline, its record is its past, however long ago the push was.
 */
export function outweighs(
  { pushedAt, setAt, turnedBeforeAt, isRunUnrecorded }: PushedWord,
  record: DeviceState,
  { state, isLive, online }: { state: DeviceState; isLive: boolean; online: boolean | undefined },
  now: number,
): boolean {
  const isRecent = (at: number | undefined) => at !== undefined && now - at < OUTWEIGHS_MS;
  const [recorded, known] = [runsBy(record), runsBy(state)];
  const denies = recorded !== undefined && known !== undefined && recorded !== known;
  const isOfOtherSettings = isRecent(setAt) && hasOtherSettings(state, record);
  if (isLive && ((denies && isRecent(pushedAt)) || isOfOtherSettings || isRecent(turnedBeforeAt))) return true;
  return denies && known && (isRecent(pushedAt) || (online === false && isRunUnrecorded === true));
}
