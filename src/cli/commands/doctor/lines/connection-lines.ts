import type { Finding } from '../../../../core/diagnosis/finding.ts';
import { SECOND } from '../../../../core/basics/time.ts';
import type { Problem } from '../../../../core/problem.ts';
import { channelFailureMessage } from '../../../words/channel-message.ts';
import type { CommandHint } from '../../../words/command-hint.ts';
import { problemMessage } from '../../../words/failure.ts';
import { certificateFault, networkReason } from '../../../words/system-errors.ts';
import { durationText } from '../../../words/format.ts';
import type { Line, LineOptions } from './line.ts';

const ABOUT_TLS = /CERT|SSL|TLS|SELF_SIGNED|EPROTO|UNABLE_TO_|ISSUER/;

/** The origin of the channel, which the policy of the page must allow. */
export function channelOrigin(
  { host, wsPort, wssPort }: Extract<Finding, { check: 'channel' }>['address'],
  isSecure: boolean,
): string {
  return isSecure ? `wss://${host}:${wssPort}` : `ws://${host}:${wsPort}`;
}

export function channelLine(
  { sno, step, ms, good, failure, isUnreadable, address }: Extract<Finding, { check: 'channel' }>,
  { isSecure, hint }: Pick<LineOptions, 'isSecure' | 'hint'>,
): Line {
  const origin = channelOrigin(address, isSecure);
  const line: Line = {
    check: 'channel',
    subject: step,
    result: good ? 'good' : 'bad',
    ms,
    detail: step === 'login' ? origin : undefined,
  };
  if (isUnreadable) return { ...line, advice: UNREADABLE };
  if (!good)
    return { ...line, advice: failure ? channelFailureMessage(failure, hint) : channelAdvice(step, sno, hint) };
  if (step === 'subscribe' && failure)
    return { ...line, result: 'warning', detail: 'by auto_subscribe; subscribe_req was not answered' };
  if (step === 'login' && failure)
    return {
      ...line,
      result: 'warning',
      detail: `${origin}, only at a later attempt: ${channelFailureMessage(failure, hint)}`,
    };
  return line;
}

const UNREADABLE =
  'the device reported, but no value that the app can read: name and encode its data points as in the answer to device.readLatest';

function channelAdvice(step: Extract<Finding, { check: 'channel' }>['step'], sno: string, hint: CommandHint): string {
  return {
    login: 'the connection was accepted, and the login not answered within 10 s; the app falls back to polling',
    subscribe: 'no confirmation of the subscription within 20 s; the app falls back to polling',
    read: `the device reported no state: it may be off; see ${hint`device show ${sno}`}`,
    ping: 'the connection was lost or a ping was not answered: check for a proxy that closes idle or unknown WebSocket connections',
  }[step];
}

export function reachLines(problem: Problem | undefined, ms: number, { isSecure, hint }: LineOptions): Line[] {
  const isTls = isSecure && problem !== undefined && ABOUT_TLS.test(problem.message);
  const tls: Line = isSecure
    ? {
        check: 'tls',
        result: isTls ? 'bad' : 'good',
        ...(isTls ? tlsFault(problem) : {}),
      }
    : { check: 'tls', result: 'skipped', advice: 'not used (plain http on this machine)' };
  if (!problem) return [{ check: 'address', result: 'good', ms }, tls];
  if (problem.proxy !== undefined)
    return [{ check: 'proxy', result: 'bad', ms, advice: problemMessage(problem, hint) }];
  if (isTls) return [{ check: 'address', result: 'good' }, tls];
  if (problem.isNotTheApi)
    return [
      {
        check: 'address',
        result: 'bad',
        ms,
        advice: `${problemMessage(problem, hint).replace(/\.$/, '')}; for the page: apiBase in app-config.json`,
      },
      tls,
    ];
  if (problem.code === 'http') return [{ check: 'address', result: 'bad', ms, advice: sameForAll(problem) }, tls];
  const advice = `check the address (${hint`profile show`}), the network and any proxy`;
  return [{ check: 'address', result: 'bad', ms, detail: networkReason(problem.message), advice }];
}

/** What to do if the first calls fail with one HTTP status, also the one without a token. */
function sameForAll({ status = 0 }: Problem): string {
  const why =
    status >= 500
      ? 'what is in front of the API does not reach it, or the API itself fails: see its log'
      : status === 403
        ? 'a firewall or proxy in front of the API refuses them; or the API refuses the token, which it must say by HTTP status 401'
        : 'check the address, and what is in front of the API';
  return `HTTP status ${status} answered each call that was tried, also one without a token: ${why}`;
}

function tlsFault({ message }: Problem): Pick<Line, 'detail' | 'advice'> {
  const fault = certificateFault(message);
  return fault === undefined
    ? { detail: networkReason(message), advice: 'check the address and the port' }
    : { detail: `the certificate ${fault.what}`, advice: fault.advice };
}

export function clockLine({ aheadMs, movedMs }: Extract<Finding, { check: 'clock' }>, result: Line['result']): Line {
  if (aheadMs === undefined) return { check: 'clock', result: 'skipped', advice: 'the server sends no time' };
  const ms = Math.abs(Math.round(aheadMs / SECOND) * SECOND);
  const detail =
    ms <= SECOND
      ? 'in sync with the server'
      : `this computer is ${durationText(ms)} ${aheadMs < 0 ? 'ahead of' : 'behind'} the server`;
  return {
    check: 'clock',
    result,
    detail: movedMs === undefined ? detail : `${detail}: the clock of the sandbox was moved`,
    advice: result === 'bad' ? 'correct the clock of this computer, or that of the server' : undefined,
  };
}
