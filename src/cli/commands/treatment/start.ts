import { Configuration } from '../../../core/api/configuration/configuration.ts';
import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import type { DeviceState } from '../../../core/device/device-state.ts';
import { hasDevice } from '../../../core/basics/device-code.ts';
import { availabilityOf, type Notice } from '../../../core/device/device.ts';
import { isOnBehalf } from '../../../core/device/device-use.ts';
import { ReadDeviceUse } from '../../../core/checkout/holdings/read-device-use.ts';
import { EntryPolicy } from '../../../core/entry/entry-policy.ts';
import { tablesOf, type Tables } from '../../../core/device/tables.ts';
import { replacementText } from '../../../core/treatment/settings/presets.ts';
import { unreportedOf, type TreatmentSettings } from '../../../core/treatment/settings/settings.ts';
import { CONFIRMATION_TIMEOUT_MS, type OnConfirmationPoll } from '../../../core/treatment/treatment.ts';
import { TreatmentLog } from '../../../core/treatment/records/treatment-log.ts';
import { StartCommand } from '../../../core/treatment/start/start-command.ts';
import type { AlreadyRunning, Deduction, StartIntent } from '../../../core/treatment/start/start.ts';
import { StartTreatment, type StartOutcome } from '../../../core/treatment/start/start-treatment.ts';
import { confirmationText, countDown } from '../../output/countdown.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, noticeFailure, withContext } from '../../words/failure.ts';
import { auxiliaryText, codeTexts, STATE_FIELDS, stateRow } from '../../words/format.ts';
import type { CoreServices } from '../../environment.ts';
import { enter } from '../enter-device.ts';
import { orderHint } from '../find-order.ts';
import { refuseNotice } from '../name-device.ts';
import { settingsFrom, type StartOptions } from './settings.ts';
import { STOP_KEY_IF_MINE } from './stop.ts';

/**
 * The state is only what the device reported. `asAsked`: false if a reported setting differs from the requested one, null if none differs
 * and the device did not report them all.
 */
export const fields = ['sno', 'outcome', 'asAsked', ...STATE_FIELDS];

export async function startTreatment(context: Context, code: string, options: StartOptions): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const tables = tablesOf(Configuration.from(context.configuration).values);
  const { settings, replaced } = settingsFrom(options, tables);
  const services = await context.createServices({ asPerson: true });
  for (const each of replaced) output.warn(`${replacementText(each)}.`);
  const obstacle = await choose(context, services, sno);
  // Whether an offline device may still run for this user, the start itself says.
  const mayRun = obstacle?.reason === 'offline' && hasDevice(services.get(TreatmentLog).mayRun(), sno);
  if (obstacle && !mayRun) return refuseNotice(context, services, sno, obstacle);
  const starting = services.get(StartTreatment);
  context.ifInterrupted((sent) =>
    sent
      ? `The start was sent; ${sno} may be running or may still start. Check with: ${context.hint`treatment show ${sno}`}. To stop it: ${context.hint`treatment stop ${sno}`}`
      : undefined,
  );
  const request = { sno, settings, custom: options.mode === 'custom' };
  let cost: string | undefined;
  let outcome = await starting.begin(request);
  // A deduction that has changed meanwhile is another question.
  while (outcome.kind === 'confirm-deduction') {
    const operatorName = output.name(outcome.operatorName);
    const from = operatorName === undefined ? '' : ` at ${operatorName}`;
    cost = `${ofUses(outcome)}${from}`;
    // During a rental, only the server knows whether it takes a use.
    const question = outcome.mayTakeNone ? `Start ${sno}, which may take ${cost}?` : `Deduct ${cost} and start ${sno}?`;
    await context.consent.confirm(question);
    outcome = await starting.begin({ ...request, agreed: outcome });
  }
  const seen = await confirmed(context, services, sno, settings, outcome);
  const found =
    'state' in seen && seen.state
      ? { ...seen, state: services.get(TreatmentLog).withoutKeptCount(sno, seen.state) }
      : seen;
  const exit = await reportOutcome(context, request, found, tables);
  if (cost !== undefined && found.kind === 'started')
    output.note(`The server decides whether this start takes ${cost}. What is left: ${context.hint`card list`}`);
  return exit;
}

/**
 * The server accepted this start, or the same one a moment ago. Success is reported only after the device confirms it, since no screen
 * keeps polling here.
 */
async function confirmed(
  { output }: Context,
  services: CoreServices,
  sno: string,
  settings: TreatmentSettings,
  outcome: StartOutcome,
): Promise<StartOutcome> {
  const awaitsReport =
    outcome.kind === 'started' || (outcome.kind === 'already-running' && outcome.asAsked && !outcome.isReported);
  if (!awaitsReport) return outcome;
  let reported: DeviceState | undefined;
  const counting = countDown(output, services.time, CONFIRMATION_TIMEOUT_MS, () =>
    confirmationText(`${sno} to start`, reported),
  );
  const onPoll: OnConfirmationPoll = (state) => {
    reported = state;
    counting.refresh();
  };
  const seen = await services.get(StartCommand).awaitRunning(sno, settings, onPoll).finally(counting.stop);
  if (seen.kind === 'not-started') return { ...seen, paid: false };
  if (seen.kind !== 'started') return outcome;
  const { state, asAsked } = seen;
  return outcome.kind === 'started' ? { ...outcome, state, asAsked } : { ...outcome, state, asAsked, isReported: true };
}

/** Returns the notice if the device is not available. The start itself asks how this account may use it. */
async function choose(context: Context, services: CoreServices, sno: string): Promise<Notice | undefined> {
  const use = await services.get(ReadDeviceUse).read(sno);
  if (use.kind !== 'none') {
    const availability = availabilityOf(await services.get(EntryPolicy).check(sno, isOnBehalf(use.device)));
    return availability.kind === 'notice' ? availability : undefined;
  }
  const entry = await enter(context, services, sno, false);
  // The list may not show yet that it is this account that rents the device, which the start says.
  const isJustPaid = services.get(CheckoutRecords).purchases().unlistedOrder(sno, undefined) !== undefined;
  return entry.kind === 'notice' && !(entry.reason === 'using' && isJustPaid) ? entry : undefined;
}

async function reportOutcome(
  { output, hint }: Context,
  { sno, settings: asked }: StartIntent,
  outcome: StartOutcome,
  tables: Tables,
): Promise<ExitCode> {
  switch (outcome.kind) {
    case 'started':
    case 'already-running': {
      const { kind } = outcome;
      const isReported = kind === 'started' || outcome.isReported;
      const reported = outcome.state ?? {};
      const row = stateRow({ state: reported, online: undefined });
      const settings = settingsText(row, isReported && !outcome.asAsked ? tables : undefined);
      const unreported = unreportedOf(asked, reported);
      const isKnown = unreported.length === 0 || !outcome.asAsked;
      const asAsked = isReported && isKnown ? outcome.asAsked : undefined;
      const runs = kind === 'started' ? startedText(sno, settings, asAsked) : runningText(sno, settings, outcome);
      const names = unreported.map((name) => NAME_OF[name]).join(', ');
      const text = isReported && !isKnown ? `${runs} The device has not reported its ${names}.` : runs;
      const isDone = kind === 'started' || outcome.asAsked;
      await output.record({ sno, outcome: kind, asAsked, ...row }, isDone ? [text] : []);
      // After a start that may have taken effect, another device is no way on.
      const exit = isDone ? EXIT.done : outcome.isSent ? EXIT.failed : EXIT.notAvailable;
      if (!isDone) output.refuse({ code: kind, message: text }, exit);
      output.note(`Check with: ${hint`treatment show ${sno}`}. To stop it: ${hint`treatment stop ${sno}`}`);
      return exit;
    }
    case 'may-run':
      return output.refuse(
        {
          code: outcome.kind,
          message: `${sno} may be running for you, and it is not known whether it still runs. Nothing was sent.`,
          hint: `Check with: ${hint`treatment show ${sno}`}. To stop it: ${hint`treatment stop ${sno}`}`,
        },
        EXIT.failed,
      );
    case 'reports-run':
      return output.refuse(
        {
          code: outcome.kind,
          message: `${sno} reports that it is running, and it is not known for whom. Nothing was sent.`,
          hint: `Check with: ${hint`treatment show ${sno}`}. To stop it: ${hint`treatment stop ${sno}`}`,
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
    case 'too-frequent':
      return output.refuse({
        code: outcome.kind,
        message: 'The device was stopped a moment ago.',
        hint: 'Wait 10 s, then try again.',
      });
    case 'unavailable':
      return output.refuse(noticeFailure({ kind: 'notice', reason: outcome.reason }, sno, hint), EXIT.notAvailable);
    case 'exhausted':
      return output.refuse({
        code: outcome.kind,
        message: `No uses are left with operator ${outcome.operatorId}, and this account does not rent the device.`,
        hint: `To list plans: ${hint`plan list ${sno}`}`,
      });
    case 'payment-confirming':
      return output.refuse({
        code: outcome.kind,
        message: `No uses are left, and the payment of order ${outcome.order.number} has no result yet.`,
        hint: `Check with: ${orderHint(hint, 'show', outcome.order)}`,
      });
    case 'not-started': {
      const what = outcome.outcomeUnknown
        ? `Start not confirmed; the device may still start. Check with: ${hint`treatment show ${sno}`}.`
        : 'The device did not start.';
      const again = outcome.outcomeUnknown
        ? ' It is paid, and trying again charges nothing. A second start is sent only if the device is found not to run, and may deduct one more use.'
        : ' It is paid: trying again neither charges nor deducts a use twice.';
      const paid = outcome.paid ? again : '';
      return output.refuse(withContext(what + paid, failureOf(outcome.problem, hint)), exitCodeOf(outcome.problem));
    }
    case 'confirm-deduction':
      return output.refuse({
        code: outcome.kind,
        message: `Confirmation required to deduct ${ofUses(outcome)}.`,
      });
  }
}

/** What the device reports of its settings: the mode and the duration, and with `tables` all others as well. */
function settingsText(row: ReturnType<typeof stateRow>, tables: Tables | undefined): string {
  const codes = tables && codeTexts(row, tables);
  const others = codes && {
    voltage: codes.voltage,
    frequency: codes.frequency,
    waveform: codes.waveform,
    auxiliary: auxiliaryText(row, codes, tables),
  };
  const named = Object.entries(others ?? {}).map(([name, text]) => text && `${name} ${text}`);
  const mode = row.mode ?? (others && row.function && `function ${row.function}`);
  const minutes = row.minutes === undefined ? undefined : `${row.minutes} min`;
  return [mode, minutes, ...named].filter(Boolean).join(', ');
}

/** The field of each setting. */
const NAME_OF: Record<keyof TreatmentSettings, keyof ReturnType<typeof stateRow>> = {
  function: 'function',
  auxiliary: 'auxiliary',
  workMinutes: 'minutes',
  voltage: 'voltage',
  frequency: 'frequency',
  waveform: 'waveform',
  infraredLevel: 'infrared',
};

const OTHERWISE = 'with other settings than asked';

function startedText(sno: string, settings: string, asAsked: boolean | undefined): string {
  const named = settings === '' ? '' : `: ${settings}`;
  if (asAsked === undefined) return `Started ${sno}${named}.`;
  return asAsked ? `Started ${sno}${named}` : `Started ${sno}, ${OTHERWISE}${named}`;
}

function runningText(sno: string, settings: string, { isReported, isSent, asAsked }: AlreadyRunning): string {
  const nothing = isSent ? '' : ' Nothing was changed.';
  const perhaps = asAsked ? '' : ` perhaps ${OTHERWISE},`;
  if (!isReported) return `${sno} was started,${perhaps} and has not reported yet that it runs.${nothing}`;
  const runs = `${sno} is already running${asAsked ? '' : `, ${OTHERWISE}`}`;
  return `${runs}${settings === '' ? '' : `: ${settings}`}.${nothing}`;
}

function ofUses({ remaining, mayBeOlder }: Deduction): string {
  if (mayBeOlder) return 'one use';
  return remaining === 1 ? 'the last use' : `one of ${remaining} uses`;
}
