import { Configuration } from '../../../core/api/configuration/configuration.ts';
import { rests } from '../../../core/device/device-state.ts';
import { tablesOf } from '../../../core/device/tables.ts';
import { FollowTreatment } from '../../../core/treatment/follow/follow-treatment.ts';
import { TreatmentLog } from '../../../core/treatment/records/treatment-log.ts';
import { unconfirmedOf, type Unconfirmed } from '../../../core/treatment/records/treatment-records.ts';
import type { TreatmentPhase } from '../../../core/treatment/follow/treatment-view.ts';
import { ageOf, SECOND } from '../../../core/basics/time.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, verbOf, withContext } from '../../words/failure.ts';
import {
  auxiliaryText,
  codeTexts,
  iso,
  onlineText,
  readerOf,
  type Reader,
  STATE_FIELDS,
  stateRow,
  stateText,
  timeAndAge,
} from '../../words/format.ts';

export const fields = ['sno', 'phase', 'online', ...STATE_FIELDS, 'beganAt', 'elapsedSeconds', 'stopUnconfirmedAt'];

/** The phases in which a report of rest says nothing of the treatment. */
const AWAITS_REPORT: readonly TreatmentPhase[] = ['loading', 'starting', 'unresponsive', 'offline'];

/** What is said of a device whose report is of somebody else's treatment, or of another one than was started here. */
const OF_ANOTHER: Partial<Record<TreatmentPhase, string>> = {
  'not-mine': 'in use by somebody else',
  'another-run': 'running otherwise than started from here; it is not known for whom',
  replaced: 'in use by somebody else, after your treatment ended',
};

export async function showTreatment(context: Context, code: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const seenNow = await services.get(FollowTreatment).look(sno);
  const { phase, status = 'unasked', online, beganAt, checkFailure } = seenNow;
  const log = services.get(TreatmentLog);
  const state = log.withoutKeptCount(sno, seenNow.reported ?? {});
  const reader = readerOf(output, services);
  // A report from before a start or a stop says nothing of it.
  const isOld = rests(state) || log.mayBePast(sno, state, status);
  const isPast = isOld && AWAITS_REPORT.includes(phase);
  const seen = { state, online, isPast };
  const row = stateRow(seen);
  const tables = tablesOf(Configuration.from(context.configuration).values);
  const codes = codeTexts(row, tables);
  const stop =
    OF_ANOTHER[phase] === undefined
      ? unconfirmedOf(log.records(), sno, reader.now).find(({ command }) => command === 'stop')
      : undefined;
  const elapsedSeconds = beganAt === undefined ? undefined : Math.floor(ageOf(beganAt, reader.now) / SECOND);
  await output.record(
    { sno, phase, online, ...row, beganAt: iso(beganAt), elapsedSeconds, stopUnconfirmedAt: iso(stop?.at) },
    output.pairs([
      ['device', sno],
      ['connection', onlineText(online)],
      ['phase', phase],
      ['state', OF_ANOTHER[phase] ?? stateText(seen)],
      ['stop', stop && stopText(stop, reader)],
      ['voltage', codes.voltage],
      ['frequency', codes.frequency],
      ['waveform', codes.waveform],
      ['auxiliary', auxiliaryText(row, codes, tables)],
      ['began', timeAndAge(beganAt, reader)],
      [
        'elapsed',
        elapsedSeconds === undefined ? undefined : `${Math.floor(elapsedSeconds / 60)} min ${elapsedSeconds % 60} s`,
      ],
    ]),
  );
  if (checkFailure === undefined) return EXIT.done;
  const failure = withContext(`Could not ask who is using ${sno}.`, failureOf(checkFailure, context.hint));
  return output.refuse(failure, exitCodeOf(checkFailure));
}

/** What became of the stop that was asked for here. */
function stopText({ at, refusal }: Unconfirmed, reader: Reader): string {
  const time = timeAndAge(at, reader) ?? '';
  if (refusal === undefined) return `asked for, not confirmed as of ${time}`;
  const { serverMessage = 'no reason given', serverCode = 'unknown' } = refusal;
  return `${verbOf(refusal)} at ${time}: ${serverMessage} (code ${serverCode})`;
}
