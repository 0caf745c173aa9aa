import type { StoryFinding, ExplainedCall } from '../../../core/feedback/report-story.ts';
import type { Problem, ProblemCode } from '../../../core/problem.ts';
import type { CommandHint } from '../../words/command-hint.ts';
import { failureOf } from '../../words/failure.ts';
import { durationText } from '../../words/format.ts';
import { counted } from '../../words/text.ts';
import { orderListHint } from '../find-order.ts';
import { code } from './markdown.ts';

const REPORT_IT = 'Give the time, the path and the app version to the developers.';
/** The device that a report names is the one that it is about, or that the customer viewed last. */
const ASK_WHICH_DEVICE = 'The report does not say on which device: ask the customer.';
const SIGN_IN_AGAIN = 'Ask the customer to leave the app and to open it again from WeChat, which signs in again.';

/** What the desk can try when a call of a customer's phone failed. */
function adviceFor(failure: ProblemCode, hint: CommandHint): string {
  switch (failure) {
    case 'timeout':
      return `Ask the customer to try again with a better connection. If other phones fail too: ${hint`doctor`}`;
    case 'network':
      return `Ask the customer to switch between Wi-Fi and mobile data. If other phones fail too: ${hint`doctor`}`;
    case 'unauthorized':
      return SIGN_IN_AGAIN;
    case 'parse':
      return `Ask whether the Wi-Fi requires sign-in. Otherwise compare the server with the contract: ${hint`doctor --contract`}`;
    case 'refused':
      return "Ask the customer for the words on the screen, which are the server's own.";
    case 'cancelled':
      return 'Nothing: the customer left the screen, or the app no longer needed the answer.';
    default:
      return REPORT_IT;
  }
}

/** What a failed call of a customer's phone means, and what to try. */
export function explanationOf(problem: Problem, hint: CommandHint): { means: string; advice: string } {
  const { code: failure, brokeDown, serverCode, status = 0 } = problem;
  if (failure === 'refused')
    return {
      means: `The server ${brokeDown ? 'failed or refused' : 'refused'} with its code ${serverCode ?? 'unknown'}. The report does not contain the server's reason.`,
      advice: adviceFor(failure, hint),
    };
  const means = failureOf(problem, hint).message;
  if (failure !== 'http') return { means, advice: adviceFor(failure, hint) };
  if (problem.isNotTheApi)
    return { means, advice: 'Check apiBase and endpoints in app-config.json, and whether the Wi-Fi requires sign-in.' };
  if (status === 429) return { means, advice: 'Ask the customer to wait a minute.' };
  if (status === 403) return { means, advice: "Check the customer's account on the server." };
  return { means, advice: `Try again later. If it repeats: ${REPORT_IT}` };
}

/** What the report shows, in words, and what to do. */
export function findingText(finding: StoryFinding, sno: string | undefined, hint: CommandHint): string {
  switch (finding.kind) {
    case 'offline-now':
      return 'The phone was offline when the customer created the report.';
    case 'offline-spell':
      return `The phone reached no server from ${finding.first} to ${finding.last} (${counted(finding.calls, 'call')} in a row).`;
    case 'repeated-failure':
      return `${nameOf(finding)} failed ${counted(finding.times, 'time')}. The last failure: ${explanationOf(finding.problem, hint).means}`;
    case 'outcome-unknown':
      return `${nameOf(finding)} failed at ${finding.time} but may have taken effect. ${checkOf(finding.call, sno, hint)}`;
    case 'slow':
      return `${counted(finding.calls, 'call was slow', 'calls were slow')}. The slowest: ${nameOf(finding.slowest)} took ${durationText(finding.slowest.ms)}.`;
    case 'session-ended':
      return `The server no longer accepted the sign-in at ${finding.time}. ${SIGN_IN_AGAIN}`;
    case 'outside-wechat':
      return 'The app ran outside WeChat, where nobody can pay. Ask the customer to open it in WeChat.';
    case 'outdated':
      return `${finding.what} ${finding.version} is too old: the app needs ${finding.what} ${finding.min}. Ask the customer to update ${finding.what === 'iOS' ? 'iOS' : 'WeChat'}.`;
    case 'idle':
      return `Nothing happened in the ${durationText(finding.ms)} before the report.`;
    case 'no-calls':
      return 'The report contains no calls: the app was reopened, or the text is cut off.';
  }
}

function nameOf({ call, path }: Pick<ExplainedCall, 'call' | 'path'>): string {
  return call === undefined ? code(path) : `${code(path)} (${call})`;
}

type Call = NonNullable<ExplainedCall['call']>;

const OF_CARDS: readonly Call[] = ['lease.createCardOrder', 'order.cancelCardOrder'];

/** The desk is signed in as itself, and these commands show what belongs to whoever is signed in. */
const AS_CUSTOMER = 'Check, signed in as the customer:';

/** The command that shows whether a write took effect. A device's state is the same for everybody. */
function checkOf(call: Call, sno = 'SNO', hint: CommandHint): string {
  const [capability] = call.split('.');
  if (capability === 'treatment') return `${ASK_WHICH_DEVICE} Check: ${hint`device show ${sno}`}`;
  if (capability === 'share') return `${ASK_WHICH_DEVICE} ${AS_CUSTOMER} ${hint`share list ${sno}`}`;
  if (capability === 'account') return `${AS_CUSTOMER} ${hint`account show`}`;
  if (capability === 'feedback') return 'Check: the feedbacks on the server';
  return `${AS_CUSTOMER} ${ordersOf(call, hint)}`;
}

/** A payment does not say for which kind of order it was. */
function ordersOf(call: Call, hint: CommandHint): string {
  const cards = orderListHint(hint, { kind: 'card' });
  if (OF_CARDS.includes(call)) return cards;
  const leases = orderListHint(hint, { kind: 'lease' });
  return call === 'payment.prePay' ? `${leases}; for a card package: ${cards}` : leases;
}
