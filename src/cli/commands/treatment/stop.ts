import { Problem } from '../../../core/problem.ts';
import { StopTreatment, type StopOutcome } from '../../../core/treatment/stop-treatment.ts';
import type { Action } from '../../action.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, sentenceOf, type ExitCode } from '../../exit-codes.ts';

export const action: Action = {
  fields: ['sno', 'outcome'],
  async run(context, { args: [code] }) {
    context.requireConsent();
    const { output } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    await context.consent(`Stop the treatment on ${sno}?`);
    context.ifInterrupted((sent) => `${sent ? 'The stop was sent, but not confirmed' : 'The stop was not sent'}: ${sno} may still be running. ${BY_HAND}`);
    const { time } = joined;
    const onWait = (sendsAt: number) => output.note(`${sno} was started less than 5 s ago. The stop is sent in ${Math.ceil((sendsAt - time.now()) / 1000)} s.`);
    const stopping = joined.get(StopTreatment).stop(sno, { onWait });
    const outcome = await stopping.catch((thrown: unknown) => output.caught(thrown));
    if (!(outcome instanceof Problem)) return tell(context, sno, outcome);
    return output.refuse(`${sno} was not stopped and may still be running. ${BY_HAND} ${sentenceOf(outcome, context.hint)}`, exitCodeOf(outcome));
  },
};

async function tell({ output, hint }: Context, sno: string, outcome: StopOutcome): Promise<ExitCode> {
  switch (outcome.kind) {
    case 'stopped':
    case 'not-running':
      await output.record({ sno, outcome: outcome.kind }, [outcome.kind === 'stopped' ? `Stopped ${sno}.` : `${sno} is not running.`]);
      return EXIT.done;
    case 'offline':
      return output.refuse(`${sno} is offline: nothing confirms a stop, and it may still be running. ${BY_HAND}`, EXIT.notAvailable);
    case 'refused':
      return output.refuse(`The server refused to stop ${sno}${outcome.message === undefined ? '' : `: ${outcome.message}`}. It may still be running. ${BY_HAND}`);
    case 'unconfirmed': {
      const reason = outcome.problem ? sentenceOf(outcome.problem, hint) : 'The server accepted the stop, and the device still reports that it runs.';
      const exit = outcome.problem ? exitCodeOf(outcome.problem) : EXIT.failed;
      return output.refuse(`Could not confirm that ${sno} stopped; it may still be running. ${BY_HAND} ${reason}`, exit);
    }
  }
}

const BY_HAND = 'Press the stop key on the device.';
