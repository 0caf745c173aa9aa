import type { LiveFailure } from '../core/device/channel-connection.ts';
import type { CommandHint } from './command-hint.ts';
import { sentenceOf } from './exit-codes.ts';

type Step = Exclude<LiveFailure['step'], 'address' | 'connect'>;

const ANSWERS: Record<Step, string> = {
  login: 'The device channel did not answer the login within 10 s. Try again in a while, or have the server of the channel looked at.',
  subscribe: 'The device channel did not confirm the subscription. It is asked again; have the server of the channel looked at.',
  listen: 'The device channel stopped answering. Look for a proxy that cuts idle or foreign websockets.',
};

const REFUSALS: Record<Step, [what: string, advice: string]> = {
  login: ['The device channel refused the login', 'Its credentials come from device.enterPage: compare them with what the channel expects.'],
  subscribe: ['The device channel refused to subscribe to this device', 'Bind the device to the account that device.enterPage names.'],
  listen: ['The device channel ended the session', 'It is opened again; if this repeats, have the server of the channel looked at.'],
};

const MOMENTS: Record<Step, string> = { login: 'at the login', subscribe: 'at the subscription', listen: 'after it was open' };

/** Why a device is not seen live, and what to do about it. */
export function channelSentence(failure: LiveFailure, hint: CommandHint): string {
  if (failure.step === 'address') return `The server named no address for the device channel. ${sentenceOf(failure.problem, hint)}`;
  const { step, reason, code, message } = failure;
  const facts = [code && `code ${code}`, message].filter(Boolean).join(': ');
  const details = facts && ` (${facts})`;
  if (step === 'connect') return `The device channel cannot be reached${details}. Let websockets pass to the host that device.enterPage names.`;
  if (reason === 'no-answer') return ANSWERS[step];
  if (reason === 'closed') return `The device channel closed the connection ${MOMENTS[step]}${details}. Look for a proxy in between, or ask whoever runs the channel.`;
  const [what, advice] = REFUSALS[step];
  return `${what}${details}. ${advice}`;
}
