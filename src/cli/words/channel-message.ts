import type { LiveFailure } from '../../core/device/follow/channel-connection.ts';
import type { CommandHint } from './command-hint.ts';
import { problemMessage } from './failure.ts';
import { certificateFault, networkReason } from './system-errors.ts';

type Step = Exclude<LiveFailure['step'], 'address' | 'connect'>;

const NO_ANSWER: Record<Step, string> = {
  login:
    'The device channel did not answer the login within 10 s. Try again later, or ask the operator to check the channel server.',
  subscribe:
    'The device channel did not confirm the subscription; retrying. Ask the operator to check the channel server.',
  listen: 'The device channel stopped answering. Check for a proxy that closes idle or unknown WebSocket connections.',
};

const REFUSALS: Record<Step, [what: string, advice: string]> = {
  login: ['The device channel refused the login', 'Check the credentials that device.enterPage returns.'],
  subscribe: [
    'The device channel refused to subscribe to this device',
    'That is as it should be while somebody else uses or rents it; otherwise the server must bind it to the account that device.enterPage returns.',
  ],
  listen: [
    'The device channel ended the session',
    'Reconnecting; if this repeats, ask the operator to check the channel server.',
  ],
};

/** How the WebSocket client words a response other than an upgrade. */
const HTTP_REFUSAL = /^Unexpected server response: (\d{3})$/;

const MOMENTS: Record<Step, string> = {
  login: 'during login',
  subscribe: 'during subscription',
  listen: 'after it was opened',
};

/** Explains why a device has no live updates, and how to fix it. */
export function channelFailureMessage(failure: LiveFailure, hint: CommandHint): string {
  if (failure.step === 'address')
    return `The server returned no address for the device channel. ${problemMessage(failure.problem, hint)}`;
  const { step, reason, code, message } = failure;
  const facts = [code && `code ${code}`, message].filter(Boolean).join(': ');
  const details = facts && ` (${facts})`;
  const status = HTTP_REFUSAL.exec(message ?? '')?.[1];
  if (step === 'connect' && status !== undefined)
    return `The host of the device channel refused the connection (HTTP status ${status}). Check the host and the port that device.enterPage returns, and any proxy in between.`;
  if (step === 'connect' && message?.includes('ENOTFOUND'))
    return `Could not reach the device channel: ${networkReason(message)} (${message}). Check the host that device.enterPage returns.`;
  if (step === 'connect' && message?.includes('EPROTO'))
    return `Could not reach the device channel: ${networkReason(message)}. Check the port that device.enterPage returns.`;
  const certificate = certificateFault(message ?? '');
  if (step === 'connect' && certificate)
    return `The certificate of the device channel ${certificate.what}. To fix: ${certificate.advice}.`;
  if (step === 'connect')
    return `Could not reach the device channel${details}. Allow WebSocket connections to the host that device.enterPage returns.`;
  if (reason === 'no-answer') return NO_ANSWER[step];
  if (reason === 'closed')
    return `The device channel closed the connection ${MOMENTS[step]}${details}. Check for a proxy in between, or ask the operator.`;
  if (reason === 'error')
    return `The device channel answered the login with an error${details}. Try again later, or ask the operator to check the channel server.`;
  const [what, advice] = REFUSALS[step];
  return `${what}${details}. ${advice}`;
}
