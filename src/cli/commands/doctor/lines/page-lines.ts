import { isOwnPath } from '../../../../core/basics/web-address.ts';
import type { ExamineServer } from '../../../../core/diagnosis/examine-server.ts';
import type { CorsFinding, Finding } from '../../../../core/diagnosis/finding.ts';
import { pageConfiguration } from '../../../../core/diagnosis/page-configuration.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Context } from '../../../context.ts';
import type { CliEnvironment, ServedPage } from '../../../environment.ts';
import { problemMessage } from '../../../words/failure.ts';
import type { Line, LineOptions } from './line.ts';
import { policyLine } from './policy-line.ts';

/**
 * Whether the page may reach the channel, and its API if that has another origin. The page is where its payment link
 * leads, or on the API's own origin.
 */
export async function pageLines(
  channel: Extract<Finding, { check: 'channel' }>,
  server: ExamineServer,
  { settings, environment }: Context,
  reading: LineOptions,
): Promise<Line[]> {
  const { api, basePath, payLink } = settings.values;
  const { origin, pathname } = new URL(String(payLink ?? basePath ?? '/'), String(api));
  const address = origin + pathname;
  const page = await environment.servedPage(address).catch(Problem.expected);
  if (page === undefined || page instanceof Problem) return [policyLine(channel, address, page, reading)];
  const called = calledBy(page, address, environment);
  if (called instanceof Problem) {
    const subject = `app-config.json of the page at ${address}`;
    const { message } = called;
    return [
      policyLine(channel, address, page, reading),
      { check: 'configuration', subject, result: 'bad', advice: message },
    ];
  }
  if (called.origin === origin) return [policyLine(channel, address, page, reading)];
  const line = policyLine(channel, address, { ...page, api: called.origin }, reading);
  // The token goes to no other server, and neither does a question about it.
  if (called.origin !== new URL(String(api)).origin) return [line];
  return [line, corsLine(await server.examineCors(origin, called.headers), reading)];
}

/** The origin of the API that a page calls, and the headers that it sends there; the Problem of a configuration that it cannot read. */
function calledBy(
  { configuration }: ServedPage,
  address: string,
  { safeAddress }: Pick<CliEnvironment, 'safeAddress'>,
): { origin: string; headers: string[] } | Problem {
  if (configuration === undefined)
    return new Problem('configuration', { message: 'it could not be read, and the page does not start without it' });
  try {
    const { values } = pageConfiguration(configuration, (apiBase) =>
      isOwnPath(apiBase) ? apiBase : safeAddress(apiBase).href,
    );
    const { apiBase, idempotencyHeader: key } = values;
    const headers = ['authorization', 'content-type', ...(key === undefined ? [] : [key])];
    return { origin: new URL(apiBase, address).origin, headers };
  } catch (thrown) {
    return Problem.expected(thrown);
  }
}

function corsLine({ origin, headers, missing, problem }: CorsFinding, { hint }: Pick<LineOptions, 'hint'>): Line {
  if (problem) return { check: 'cors', result: 'bad', advice: problemMessage(problem, hint) };
  if (missing.length === 0) return { check: 'cors', result: 'good', detail: `the API allows the page at ${origin}` };
  return {
    check: 'cors',
    result: 'bad',
    detail: `the API does not allow the page at ${origin}: ${missing.join(', ')}`,
    advice: `answer OPTIONS without a token with access-control-allow-origin: ${origin} and access-control-allow-headers: ${headers.join(', ')}, and each call, errors too, with that origin; without it, the page reaches no call`,
  };
}
