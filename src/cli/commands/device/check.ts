import { deviceNumberOf } from '../../../core/device/device-code.ts';
import { LookAtDevice } from '../../../core/device/look-at-device.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import type { CommandHint } from '../../command-hint.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, gravest, noticeSentence, sentenceOf, type ExitCode } from '../../exit-codes.ts';
import { nextStep } from '../../format.ts';
import type { Colour } from '../../output.ts';
import { DeviceNumbers } from './numbers.ts';
import { Tally } from './tally.ts';

interface Finding {
  sno: string;
  /** The kind of place it leads to, the reason of a notice, or the code of a problem. */
  outcome: string;
  text: string;
  operatorId?: string;
  isShare?: boolean;
  exitCode: ExitCode;
}

export const action: Action = {
  fields: ['sno', 'outcome', 'operatorId', 'isShare', 'exitCode'],
  async run(context, { args, options: { concurrency } }) {
    const { output, shared, surroundings } = context;
    if (args.includes('-') && shared.tokenFile === '-')
      throw new Problem('invalid-input', { message: 'stdin cannot be both the token file and the list of devices' });
    const look = lookWith((await context.join()).get(LookAtDevice), context.hint);
    const numbers = new DeviceNumbers(args, surroundings);
    const coming = numbers[Symbol.asyncIterator]();
    const tally = new Tally();
    const codes = new Set<ExitCode>();
    const work = async () => {
      for await (const code of coming) {
        const finding = await look(code);
        if (context.signal.aborted) return;
        codes.add(finding.exitCode);
        tally.count(finding.outcome);
        await tell(context, finding);
        output.progress(() => tally.progress(numbers.share));
        if (finding.exitCode === EXIT.notSignedIn) await coming.return(undefined);
      }
    };
    const interrupted = new Promise<'interrupted'>((resolve) => context.signal.addEventListener('abort', () => resolve('interrupted')));
    const ended = await Promise.race([interrupted, Promise.all(Array.from({ length: Number(concurrency) }, work))]);
    output.endProgress();
    output.note(tally.summary());
    return ended === 'interrupted' ? EXIT.interrupted : gravest(codes);
  },
};

/** The user's own facts are asked for once, and again only after something went wrong. */
function lookWith(looker: LookAtDevice, hint: CommandHint): (code: string) => Promise<Finding> {
  let facts = looker.facts();
  return async (code) => {
    const sno = deviceNumberOf(code);
    if (sno === undefined) return { sno: code, outcome: 'unreadable', text: 'this is no device number', exitCode: EXIT.failed };
    try {
      const entry = await looker.look(sno, false, facts);
      if (entry.kind === 'notice')
        return { sno, outcome: entry.reason, text: noticeSentence(entry.reason, sno, hint).split('. ')[0] ?? '', exitCode: EXIT.notAvailable };
      const { destination, operatorId } = entry;
      const isShare = destination.to === 'mode-menu' ? destination.isShare : undefined;
      return { sno, outcome: destination.to, text: nextStep(destination, sno, hint), operatorId, isShare, exitCode: EXIT.done };
    } catch (thrown) {
      facts = looker.facts();
      const problem = Problem.of(thrown);
      return { sno, outcome: problem.code, text: sentenceOf(problem, hint), exitCode: exitCodeOf(problem) };
    }
  };
}

function tell({ output }: Context, finding: Finding): Promise<void> {
  const { sno, outcome, text, exitCode } = finding;
  const colour: Colour = exitCode === EXIT.done ? 'green' : exitCode === EXIT.notAvailable ? 'yellow' : 'red';
  return output.item({ ...finding }, `${sno.padEnd(16)}  ${outcome.padEnd(16)}  ${text}`, colour);
}
