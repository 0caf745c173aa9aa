import { deviceNumberOf } from '../../../core/device-code.ts';
import { EntryPolicy } from '../../../core/entry/entry-policy.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import {
  EXIT,
  exitCodeOf,
  failureOf,
  withContext,
  worstExitCode,
  noticeFailure,
  problemMessage,
  type ExitCode,
} from '../../exit-codes.ts';
import { nextStep } from '../../format.ts';
import type { Colour } from '../../output.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { DeviceNumbers } from './numbers.ts';
import { Tally } from './tally.ts';

interface Finding {
  sno: string;
  /** A destination, the reason of a notice, a problem code, `unreadable` or `not-asked`. */
  outcome: string;
  text: string;
  operatorId?: string;
  isShare?: boolean;
  exitCode: ExitCode;
  problem?: Problem;
}

/** How long further numbers are read after the check has stopped, since a pipe may never end. */
const STDIN_GRACE_MS = 1_000;

export const fields = ['sno', 'outcome', 'operatorId', 'isShare', 'exitCode'];

export async function checkDevices(
  context: Context,
  snos: string[],
  { concurrency }: { concurrency: number },
): Promise<ExitCode> {
  const { output, shared, environment } = context;
  if (snos.includes('-') && shared.tokenFile === '-')
    throw new Problem('invalid-input', { message: 'stdin cannot supply both the token and the device numbers' });
  const services = await context.createServices();
  const { time } = services;
  const check = checkerWith(services.get(EntryPolicy), context);
  const numbers = new DeviceNumbers(snos, environment);
  const coming = numbers[Symbol.asyncIterator]();
  const tally = new Tally();
  const codes = new Set<ExitCode>();
  const breaker = new CircuitBreaker(() => time.now());
  let given = 0;
  let asking = 0;
  const ask = async (sno: string): Promise<Finding> => {
    const question = breaker.ask();
    asking += 1;
    const finding = await check(sno);
    asking -= 1;
    breaker.record(question, finding.problem);
    return finding;
  };
  const work = async () => {
    for await (const code of coming) {
      given += 1;
      const sno = deviceNumberOf(code);
      const finding = sno === undefined ? unreadable(code) : breaker.openedBy ? notAsked(sno) : await ask(sno);
      if (context.signal.aborted) return;
      codes.add(finding.exitCode);
      if (finding.outcome === 'not-asked') tally.skip();
      else tally.count(finding.outcome);
      await printFinding(context, finding);
      output.progress(() => tally.progress(numbers.share));
    }
  };
  const interrupted = new Promise<'interrupted'>((resolve) =>
    context.signal.addEventListener('abort', () => resolve('interrupted')),
  );
  let before = 0;
  let stopWatching = () => {};
  const noMoreComes = new Promise<void>((resolve) => {
    stopWatching = time.every(STDIN_GRACE_MS, () => {
      if (breaker.openedBy && asking === 0 && given === before) resolve();
      before = given;
    });
  });
  const ended = await Promise.race([interrupted, noMoreComes, Promise.all(Array.from({ length: concurrency }, work))]);
  stopWatching();
  output.endProgress();
  output.note(tally.summary());
  if (ended === 'interrupted') return EXIT.interrupted;
  if (breaker.openedBy && tally.notAsked > 0)
    output.refuse(
      withContext(
        `Stopped${inARow(breaker)}: skipped ${tally.notAsked} devices.`,
        failureOf(breaker.openedBy, context.hint),
      ),
    );
  return worstExitCode(codes);
}

function inARow({ failures }: CircuitBreaker): string {
  return failures === 0 ? '' : ` after ${failures} consecutive failures`;
}

function unreadable(code: string): Finding {
  return { sno: code, outcome: 'unreadable', text: 'invalid device number', exitCode: EXIT.failed };
}

function notAsked(sno: string): Finding {
  return { sno, outcome: 'not-asked', text: '', exitCode: EXIT.failed };
}

/** Fetches the user's own data once, and again only after a failure. */
function checkerWith(policy: EntryPolicy, { hint, output }: Context): (sno: string) => Promise<Finding> {
  let facts = policy.userContext();
  return async (sno) => {
    try {
      const entry = await policy.evaluate(sno, false, facts);
      if (entry.kind === 'notice')
        return {
          sno,
          outcome: entry.reason,
          text: noticeFailure(entry.reason, sno, hint).message,
          exitCode: EXIT.notAvailable,
        };
      const { destination, operatorId } = entry;
      const isShare = destination.to === 'mode-menu' ? destination.isShare : undefined;
      return {
        sno,
        outcome: destination.to,
        text: nextStep(destination, sno, hint),
        operatorId,
        isShare,
        exitCode: EXIT.done,
      };
    } catch (thrown) {
      facts = policy.userContext();
      const problem = output.caught(thrown);
      return {
        sno,
        outcome: problem.code,
        text: problemMessage(problem, hint),
        exitCode: exitCodeOf(problem),
        problem,
      };
    }
  };
}

function printFinding({ output }: Context, finding: Finding): Promise<void> {
  const { sno, outcome, text, exitCode } = finding;
  const colour: Colour =
    outcome === 'not-asked'
      ? 'dim'
      : exitCode === EXIT.done
        ? 'green'
        : exitCode === EXIT.notAvailable
          ? 'yellow'
          : 'red';
  return output.item({ ...finding }, `${sno.padEnd(16)}  ${outcome.padEnd(16)}  ${text}`.trimEnd(), colour);
}
