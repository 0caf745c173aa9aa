import type { Inspection } from '../../../../core/diagnosis/fleet/inspect-device.ts';
import type { NeutralStatus } from '../../../../core/diagnosis/fleet/neutral-status.ts';
import { Problem } from '../../../../core/problem.ts';
import type { CommandHint } from '../../../words/command-hint.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../../words/exit-codes.ts';
import { failureText, noSuchDevice, noticeFailure, problemMessage, type Failure } from '../../../words/failure.ts';
import { iso, nextStep } from '../../../words/format.ts';
import type { Row } from '../../../output/output.ts';
import { START_DOUBTS } from '../../../words/entry-words.ts';
import type { GivenDevice } from './given/numbers.ts';

export const fields = ['sno', 'name', 'status', 'online', 'leadsTo', 'ms', 'at', 'message'];

/** The result for one device. */
export interface DeviceFinding {
  /** For an invalid number, the text as given. */
  sno: string;
  name?: string;
  status: NeutralStatus;
  online?: boolean;
  /** Where entering leads this user: a destination, or the reason of a notice. */
  leadsTo?: string;
  ms?: number;
  /** Epoch ms. */
  at?: number;
  /** For people, with what to do. */
  message: string;
  /** How the command would end with this device alone, which is as entering it would. */
  exitCode: ExitCode;
  /** Says that no device has the number. */
  unknownNumber?: Failure;
  /** The server was not asked, because it had failed before. */
  isSkipped?: true;
  problem?: Problem;
}

export function rowOf({ sno, name, status, online, leadsTo, ms, at, message }: DeviceFinding): Row {
  return { sno, name, status, online, leadsTo, ms, at: iso(at), message };
}

/** The result for a device that was asked. */
export function findingOf(
  { sno, line }: { sno: string; line?: number },
  { entry, ...found }: Inspection,
  hint: CommandHint,
): DeviceFinding {
  if (entry instanceof Problem)
    return { sno, ...found, message: problemMessage(entry, hint), exitCode: exitCodeOf(entry), problem: entry };
  if (entry.kind === 'notice') {
    if (entry.reason === 'no-such-device') return { ...found, ...noDevice(sno, line) };
    const message = failureText(noticeFailure(entry, sno, hint));
    return { sno, ...found, leadsTo: entry.reason, message, exitCode: EXIT.notAvailable };
  }
  const { destination, startDoubt } = entry;
  const { to } = destination;
  const next = nextStep(destination, sno, hint);
  if (found.status === 'running' && to !== 'process') {
    const check = hint`treatment show ${sno}`;
    const message = `It reports that it is running, and it is not known for whom. Check with: ${check}`;
    return { sno, ...found, leadsTo: to, message, exitCode: EXIT.done };
  }
  if (startDoubt !== undefined) {
    const said = START_DOUBTS[startDoubt];
    const message = `${said.charAt(0).toUpperCase()}${said.slice(1)}: ${next}`;
    return { sno, ...found, leadsTo: to, message, exitCode: EXIT.done };
  }
  const purpose = to === 'lease' ? 'To rent it' : to === 'process' ? 'To follow the treatment' : 'To start it';
  const doubt = found.status === 'unknown' ? 'The server names no status that this version knows. ' : '';
  const message = `${doubt}${purpose}: ${next}`;
  return { sno, ...found, leadsTo: to, message, exitCode: EXIT.done };
}

/** The result for a text that contains no device number. */
export function invalidNumber({ code, line }: GivenDevice): DeviceFinding {
  if (code === '') return unknownNumber(code, { message: 'An empty text is no device number.' }, line);
  if (line === undefined) return noDevice(code, line);
  return unknownNumber(code, { ...noSuchDevice(code), hint: ONE_A_LINE }, line);
}

const ONE_A_LINE = 'A list has one device a line, or the devices in the first column of a CSV.';

function noDevice(sno: string, line: number | undefined): DeviceFinding {
  return unknownNumber(sno, noSuchDevice(sno), line);
}

function unknownNumber(sno: string, failure: Failure, line: number | undefined): DeviceFinding {
  const message = atLine(line, failureText(failure));
  return { sno, status: 'unknown', message, exitCode: EXIT.failed, unknownNumber: failure };
}

/** The result for a device that was not asked. */
export function skipped(sno: string): DeviceFinding {
  return {
    sno,
    status: 'unknown',
    message: 'skipped: the check had stopped',
    exitCode: EXIT.failed,
    isSkipped: true,
  };
}

function atLine(line: number | undefined, text: string): string {
  return line === undefined ? text : `line ${line}: ${text}`;
}
