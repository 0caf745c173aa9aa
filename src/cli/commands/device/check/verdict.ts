import {
  countedStatuses,
  judgeFleet,
  type Requirement,
  type StatusCounts,
} from '../../../../core/diagnosis/fleet/fleet-requirement.ts';
import { EXIT, worstExitCode, type ExitCode } from '../../../words/exit-codes.ts';
import type { Failure } from '../../../words/failure.ts';
import { countsText } from './report/report.ts';

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
