import { deviceNumberOf } from '../../../core/device-code.ts';
import { EntryPolicy } from '../../../core/entry/entry-policy.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, gravest, noticeSentence, sentenceOf, type ExitCode } from '../../exit-codes.ts';
import { nextStep } from '../../format.ts';
import type { Colour } from '../../output.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { DeviceNumbers } from './numbers.ts';
import { Tally } from './tally.ts';

interface Finding {
  sno: string;
  /** The kind of place it leads to, the reason of a notice, the code of a problem, `unreadable` or `not-asked`. */
  outcome: string;
  text: string;
  operatorId?: string;
  isShare?: boolean;
  exitCode: ExitCode;
  problem?: Problem;
}

/** How long more numbers are waited for once none of them is asked any more; a pipe may have no end. */
const LAST_NUMBERS_MS = 1_000;

export const action: Action = {
  fields: ['sno', 'outcome', 'operatorId', 'isShare', 'exitCode'],
  async run(context, { args, options: { concurrency } }) {
    const { output, shared, surroundings } = context;
    if (args.includes('-') && shared.tokenFile === '-')
      throw new Problem('invalid-input', { message: 'stdin cannot be both the token file and the list of devices' });
    const joined = await context.join();
    const { time } = joined;
    const look = lookWith(joined.get(EntryPolicy), context);
    const numbers = new DeviceNumbers(args, surroundings);
    const coming = numbers[Symbol.asyncIterator]();
    const tally = new Tally();
    const codes = new Set<ExitCode>();
    const breaker = new CircuitBreaker(() => time.now());
    let given = 0;
    let asking = 0;
    const ask = async (sno: string): Promise<Finding> => {
      const question = breaker.ask();
      asking += 1;
      const finding = await look(sno);
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
        await tell(context, finding);
        output.progress(() => tally.progress(numbers.share));
      }
    };
    const interrupted = new Promise<'interrupted'>((resolve) => context.signal.addEventListener('abort', () => resolve('interrupted')));
    let before = 0;
    let stopWatching = () => {};
    const noMoreComes = new Promise<void>((resolve) => {
      stopWatching = time.every(LAST_NUMBERS_MS, () => {
        if (breaker.openedBy && asking === 0 && given === before) resolve();
        before = given;
      });
    });
    const ended = await Promise.race([interrupted, noMoreComes, Promise.all(Array.from({ length: Number(concurrency) }, work))]);
    stopWatching();
    output.endProgress();
    output.note(tally.summary());
    if (ended === 'interrupted') return EXIT.interrupted;
    if (breaker.openedBy && tally.notAsked > 0) output.refuse(`Stopped${inARow(breaker)}: ${tally.notAsked} devices were not asked. ${sentenceOf(breaker.openedBy, context.hint)}`);
    return gravest(codes);
  },
};

function inARow({ failures }: CircuitBreaker): string {
  return failures === 0 ? '' : ` after ${failures} failures in a row`;
}

function unreadable(code: string): Finding {
  return { sno: code, outcome: 'unreadable', text: 'this is no device number', exitCode: EXIT.failed };
}

function notAsked(sno: string): Finding {
  return { sno, outcome: 'not-asked', text: '', exitCode: EXIT.failed };
}

/** The user's own facts are asked for once, and again only after something went wrong. */
function lookWith(entryPolicy: EntryPolicy, { hint, output }: Context): (sno: string) => Promise<Finding> {
  let facts = entryPolicy.userContext();
  return async (sno) => {
    try {
      const entry = await entryPolicy.evaluate(sno, false, facts);
      if (entry.kind === 'notice')
        return { sno, outcome: entry.reason, text: noticeSentence(entry.reason, sno, hint).split('. ')[0] ?? '', exitCode: EXIT.notAvailable };
      const { destination, operatorId } = entry;
      const isShare = destination.to === 'mode-menu' ? destination.isShare : undefined;
      return { sno, outcome: destination.to, text: nextStep(destination, sno, hint), operatorId, isShare, exitCode: EXIT.done };
    } catch (thrown) {
      facts = entryPolicy.userContext();
      const problem = output.caught(thrown);
      return { sno, outcome: problem.code, text: sentenceOf(problem, hint), exitCode: exitCodeOf(problem), problem };
    }
  };
}

function tell({ output }: Context, finding: Finding): Promise<void> {
  const { sno, outcome, text, exitCode } = finding;
  const colour: Colour = outcome === 'not-asked' ? 'dim' : exitCode === EXIT.done ? 'green' : exitCode === EXIT.notAvailable ? 'yellow' : 'red';
  return output.item({ ...finding }, `${sno.padEnd(16)}  ${outcome.padEnd(16)}  ${text}`.trimEnd(), colour);
}
