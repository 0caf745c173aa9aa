import { Configuration } from '../../../../core/api/configuration/configuration.ts';
import type { ExamineServer } from '../../../../core/diagnosis/examine-server.ts';
import type { CorsFinding, Finding } from '../../../../core/diagnosis/finding.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Context } from '../../../context.ts';
import type { ServedPage } from '../../../environment.ts';
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
  const called = calledBy(page, address);
  if (called === undefined || called.origin === origin) return [policyLine(channel, address, page, reading)];
  const line = policyLine(channel, address, { ...page, api: called.origin }, reading);
  // The token goes to no other server, and neither does a question about it.
  if (called.origin !== new URL(String(api)).origin) return [line];
  return [line, corsLine(await server.examineCors(origin, called.headers), reading)];
}

/** The origin of the API that a page calls, and the headers that it sends there; undefined if its configuration is not known. */
function calledBy({ configuration }: ServedPage, address: string): { origin: string; headers: string[] } | undefined {
  try {
    const { apiBase, idempotencyHeader } = Configuration.from(JSON.parse(configuration ?? '')).values;
    const headers = ['authorization', 'content-type', ...(idempotencyHeader === undefined ? [] : [idempotencyHeader])];
    return { origin: new URL(apiBase, address).origin, headers };
  } catch {
    return undefined;
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
