import {
  countedStatuses,
  judgeFleet,
  type Requirement,
  type StatusCounts,
} from '../../../../core/diagnosis/fleet/fleet-requirement.ts';
import type { NeutralStatus } from '../../../../core/diagnosis/fleet/neutral-status.ts';
import { Problem } from '../../../../core/problem.ts';
import type { SharedOptions } from '../../../input/shared-options.ts';
import { EXIT, worstExitCode, type ExitCode } from '../../../words/exit-codes.ts';
import type { Failure } from '../../../words/failure.ts';
import { countsText } from './report/report.ts';

export interface CheckOptions {
  concurrency: number;
  /** Lists of devices. */
  file?: string[];
  format?: 'nagios' | 'prometheus' | 'junit';
  /** Labels of each metric. */
  label?: Record<string, string>;
  /** The file for the report. */
  output?: string;
  expect?: NeutralStatus[];
  failOn?: NeutralStatus[];
  min?: number;
}

/** The requirement that the options state; undefined if they state none. */
export function requirementOf({ expect, failOn, min }: CheckOptions): Requirement | undefined {
  if (expect === undefined && failOn === undefined && min === undefined) return undefined;
  return { expected: expect, failing: failOn ?? [], min };
}

/** Throws the Problem `invalid-input` for options that contradict each other. */
export function requireConsistent(codes: readonly string[], options: CheckOptions, shared: SharedOptions): void {
  const { file = [], format, label, output, expect, failOn = [], min } = options;
  if (codes.length === 0 && file.length === 0)
    throw refusal('No devices given: pass device numbers, - to read them from stdin, or --file FILE');
  if ([...codes, ...file].includes('-') && shared.tokenFile === '-')
    throw refusal('Stdin cannot supply both the token and the device numbers');
  const other = shared.json !== undefined ? '--json' : shared.o !== undefined ? '-o' : undefined;
  if (format !== undefined && other !== undefined)
    throw refusal(`--format ${format} and ${other} cannot be combined: omit one`);
  if (format !== 'prometheus' && label !== undefined) throw refusal('--label needs --format prometheus');
  if (format === undefined && output !== undefined)
    throw refusal('--output needs --format; redirect stdout to save other output');
  const wanted = expect ?? (min === undefined ? [] : ['free' as const]);
  const both = wanted.find((status) => failOn.includes(status));
  if (both !== undefined)
    throw refusal(
      `--fail-on ${both} contradicts ${expect === undefined ? '--min, which counts free devices' : '--expect'}: omit one`,
    );
}

function refusal(message: string): Problem {
  return new Problem('invalid-input', { message });
}

/** The requirement decides. A failed check decides nothing by itself. */
export function exitCodeBy(requirement: Requirement, counts: StatusCounts, exits: ReadonlySet<ExitCode>): ExitCode {
  const failures = [...exits].filter((code) => code !== EXIT.done && code !== EXIT.notAvailable);
  switch (judgeFleet(requirement, counts)) {
    case 'met':
      return EXIT.done;
    case 'unmet':
      return worstExitCode(new Set([EXIT.notAvailable, ...failures]));
    case 'undecided':
      return failures.length === 0 ? EXIT.failed : worstExitCode(new Set(failures));
  }
}

/** Says what was required and what was found. */
export function unmetFailure(requirement: Requirement, counts: StatusCounts): Failure {
  const { expected, failing, min } = requirement;
  const any = (statuses: readonly string[]) => statuses.join(' or ');
  const required = [
    ...(min === undefined ? [] : [`at least ${min} ${any(countedStatuses(requirement))}`]),
    ...(expected === undefined || min !== undefined ? [] : [`all ${any(expected)}`]),
    ...(failing.length === 0 ? [] : [`none ${any(failing)}`]),
  ].join(', ');
  const verdict = judgeFleet(requirement, counts);
  return {
    code: verdict,
    message: `Requirement ${verdict === 'unmet' ? 'not met' : 'undecided'}: ${required}; found ${countsText(counts)}.`,
  };
}
