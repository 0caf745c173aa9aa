import { saysNoSuchDevice } from '../../../core/api/server-failure.ts';
import { Problem } from '../../../core/problem.ts';
import type { DeviceState } from '../../../core/device/device-state.ts';
import { SECOND } from '../../../core/basics/time.ts';
import type { OnConfirmationPoll } from '../../../core/treatment/treatment.ts';
import { StopTreatment, type StopOutcome } from '../../../core/treatment/stop/stop-treatment.ts';
import { TreatmentLog } from '../../../core/treatment/records/treatment-log.ts';
import { confirmationText, countDown } from '../../output/countdown.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { ASK_THE_OPERATOR, failureOf, noSuchDevice, verbOf, withContext } from '../../words/failure.ts';
import { serverWords } from '../../words/phone.ts';

export const fields = ['sno', 'outcome'];

export async function stopTreatment(context: Context, code: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const question = `Stop the treatment on ${sno}?`;
  context.consent.requirePossible(question);
  const services = await context.createServices({ asPerson: 'if-possible' });
  await context.consent.confirm(question);
  context.ifInterrupted((sent) => {
    // The command ends before the core sees how its stop ends.
    if (sent) services.get(TreatmentLog).record({ type: 'stopFailed', sno }, { type: 'stopSettled', sno });
    return `${sent ? 'The stop was sent but not confirmed' : 'The stop was not sent'}; ${sno} may still be running. ${STOP_KEY_ADVICE}`;
  });
  const { time } = services;
  let counting: ReturnType<typeof countDown> | undefined;
  let seen: DeviceState | undefined;
  const onWait = (sendsAt: number) => {
    const ms = sendsAt - time.now();
    const sends = context.isDryRun ? 'A real run sends the stop' : 'Sending the stop';
    output.note(`${sno} was started less than 5 s ago. ${sends} in ${Math.ceil(ms / SECOND)} s.`);
    counting = countDown(output, time, ms, () => `Waiting before the stop of ${sno}`);
  };
  const onPoll: OnConfirmationPoll = (state, endsAt) => {
    seen = state;
    if (state !== undefined) return counting?.refresh();
    counting?.stop();
    counting = countDown(output, time, endsAt - time.now(), () => confirmationText(`${sno} to stop`, seen));
  };
  const stopping = services.get(StopTreatment).stop(sno, { onWait, onPoll });
  const outcome = await stopping.catch((thrown: unknown) => output.caught(thrown)).finally(() => counting?.stop());
  if (!(outcome instanceof Problem)) return reportOutcome(context, sno, outcome);
  return output.refuse(
    withContext(`Could not stop ${sno}; it may still be running. ${STOP_KEY_ADVICE}`, failureOf(outcome, context.hint)),
    exitCodeOf(outcome),
  );
}

async function reportOutcome({ output, hint }: Context, sno: string, outcome: StopOutcome): Promise<ExitCode> {
  switch (outcome.kind) {
    case 'stopped':
    case 'not-running':
      await output.record({ sno, outcome: outcome.kind }, [
        outcome.kind === 'stopped' ? `Stopped ${sno}.` : `${sno} is not running.`,
      ]);
      return EXIT.done;
    case 'offline':
      return output.refuse(
        {
          code: outcome.kind,
          message: `${sno} is offline, so a stop cannot be confirmed; it may still be running.`,
          hint: STOP_KEY_ADVICE,
        },
        EXIT.notAvailable,
      );
    case 'not-mine':
      return output.refuse(
        {
          code: outcome.kind,
          message: `${sno} is running for somebody else. Nothing was sent.`,
          hint: `${ASK_THE_OPERATOR}.`,
        },
        EXIT.notAvailable,
      );
    case 'another-run':
      return output.refuse(
        {
          code: outcome.kind,
          message: `${sno} reports a run that is not the treatment started from here, and it is not known for whom it runs. Nothing was sent.`,
          hint: STOP_KEY_IF_MINE,
        },
        EXIT.notAvailable,
      );
    case 'not-sent':
      return output.refuse(
        {
          code: outcome.kind,
          message: `The stop of ${sno} was not sent in time; it may still be running.`,
          hint: STOP_KEY_ADVICE,
        },
        EXIT.gaveUp,
      );
    case 'refused': {
      const { problem } = outcome;
      if (saysNoSuchDevice(problem)) {
        const { message, hint: advice = '' } = noSuchDevice(sno);
        return output.refuse({
          code: outcome.kind,
          message: `${message} Nothing was stopped.`,
          hint: `${advice} To stop a device at once, press its stop key.`,
          problem,
        });
      }
      const { serverCode = 'unknown', serverMessage } = problem;
      return output.refuse({
        code: outcome.kind,
        message: `The server ${verbOf(problem)} to stop ${sno}: ${serverWords(serverMessage)} (code ${serverCode}). It may still be running.`,
        hint: STOP_KEY_ADVICE,
        problem,
      });
    }
    case 'unconfirmed': {
      const reason = outcome.problem
        ? failureOf(outcome.problem, hint)
        : { message: 'The server accepted the stop, but no report shows that the device is at rest.' };
      const exit = outcome.problem ? exitCodeOf(outcome.problem) : EXIT.gaveUp;
      const what = `Could not confirm that ${sno} stopped; it may still be running. ${STOP_KEY_ADVICE}`;
      return output.refuse({ code: outcome.kind, ...withContext(what, reason) }, exit);
    }
  }
}

const STOP_KEY_ADVICE = 'Press the stop key on the device.';

/** Nobody is to stop a run that may be somebody else's. */
export const STOP_KEY_IF_MINE = `If it treats this user, use the device itself: ${STOP_KEY_ADVICE}`;
