import { StopTreatment } from '../../../core/treatment/stop-treatment.ts';
import type { Action } from '../../action.ts';
import { EXIT, exitCodeOf, sentenceOf } from '../../exit-codes.ts';

export const action: Action = {
  fields: ['sno', 'outcome'],
  async run(context, { args: [code] }) {
    context.requireConsent();
    const { output } = context;
    const sno = context.deviceNumber(code);
    const joined = await context.join();
    await context.consent(`Stop the treatment on ${sno}?`);
    const outcome = await joined.get(StopTreatment).stop(sno);
    if (outcome.kind === 'too-soon') return output.refuse('It was started a moment ago. Wait five seconds, then stop it.');
    if (outcome.kind === 'refused') return output.refuse(`The device cannot be stopped now${outcome.message === undefined ? '' : `: ${outcome.message}`}.`);
    if (outcome.kind === 'unconfirmed')
      return output.refuse(`Nobody says that ${sno} has stopped: it may still run. ${sentenceOf(outcome.problem)}`, exitCodeOf(outcome.problem));
    await output.record({ sno, outcome: outcome.kind }, [`${sno} was stopped.`]);
    return EXIT.done;
  },
};
