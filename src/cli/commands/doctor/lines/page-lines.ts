import { orderInLink, orderLinkTemplate } from '../../../../core/app-links.ts';
import { Configuration, type ConfigurationValues } from '../../../../core/api/configuration/configuration.ts';
import { isOwnPath } from '../../../../core/basics/web-address.ts';
import type { ExamineServer } from '../../../../core/diagnosis/examine-server.ts';
import type { CorsFinding } from '../../../../core/diagnosis/finding.ts';
import { misplacement, pageConfiguration } from '../../../../core/diagnosis/page-configuration.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Context } from '../../../context.ts';
import type { CliEnvironment, ServedPage } from '../../../environment.ts';
import type { ProfileKey } from '../../../settings/profiles.ts';
import { PROJECT_FILE } from '../../../settings/trusted-folders.ts';
import { problemMessage } from '../../../words/failure.ts';
import type { Certificates } from './certificates.ts';
import type { Line, LineOptions } from './line.ts';
import { policyLine } from './policy-line.ts';

interface Read {
  /** The address of its API, and the headers that it sends there. */
  apiBase: URL;
  headers: string[];
  /** The address of the receiver of its reports. */
  receiver: URL | undefined;
  misplaced: string | undefined;
  values: ConfigurationValues;
}

/**
 * Whether the page may reach the channel, and its API and the receiver of its reports if these have another origin. The page is where its payment link
 * leads, or on the API's own origin. `channel` is the origin of the channel, if that is known.
 */
export async function pageLines(
  channel: string | undefined,
  server: ExamineServer,
  certificates: Certificates,
  context: Context,
  reading: LineOptions,
): Promise<Line[]> {
  const { settings, environment } = context;
  const { api, basePath, payLink } = settings.values;
  const { origin, pathname } = new URL(String(payLink ?? basePath ?? '/'), String(api));
  const address = origin + pathname;
  const page = await environment.servedPage(address).catch(Problem.expected);
  const policy = (found: Parameters<typeof policyLine>[2]) => policyLine(channel, address, found, reading) ?? [];
  if (page === undefined || page instanceof Problem) return [policy(page)].flat();
  const ofItsServer = await certificates.ofAnother(new URL(address));
  const read = readBy(page, environment);
  const ofTheFile = (found: Pick<Line, 'result' | 'detail' | 'advice'>): Line => ({
    check: 'configuration',
    subject: `app-config.json of the page at ${address}`,
    ...found,
  });
  if (read instanceof Problem) {
    const { message, faults = [message] } = read;
    return [ofItsServer, policy(page), faults.map((advice) => ofTheFile({ result: 'bad', advice }))].flat();
  }
  const { apiBase, receiver, headers, misplaced, values } = read;
  const called = apiBase.origin;
  const elsewhere = (other: URL | undefined) => (other?.origin === origin ? undefined : other);
  const checked = new URL(String(api));
  const lines = [
    ofItsServer,
    policy({ ...page, api: elsewhere(new URL(pathOf(apiBase), called)), receiver: elsewhere(receiver) }),
    misplaced === undefined ? [] : ofTheFile({ result: 'bad', advice: misplaced }),
    misplaced !== undefined
      ? []
      : typeof payLink === 'string'
        ? payLinkLine(payLink, page.base, context, reading)
        : linksLine(pathname, page.base, reading),
    called !== checked.origin || pathOf(apiBase) !== pathOf(checked)
      ? ofTheFile({
          result: 'warning',
          detail: `apiBase is ${apiBase.href}, and ${checked.href} was checked`,
          advice: 'correct apiBase, or check its address with --api',
        })
      : [],
    differences(values, context, reading).map((each) => ofTheFile({ result: 'warning', ...each })),
  ].flat();
  if (called === origin) return lines;
  // The token goes to no other server, and neither does a question about it.
  if (called !== checked.origin)
    return [
      ...lines,
      {
        check: 'cors',
        result: 'skipped',
        advice: `skipped: the page calls the API at ${called}, which is not the one that was checked`,
      },
    ];
  return [...lines, corsLine(await server.examineCors(origin, headers), reading)];
}

/** What a page reads from its configuration; the Problem of one that it cannot read. */
function readBy(
  { base, configuration }: ServedPage,
  { safeAddress }: Pick<CliEnvironment, 'safeAddress'>,
): Read | Problem {
  const missing = (why: string) =>
    new Problem('configuration', { message: `${base}app-config.json ${why}, and the page does not start without it` });
  if (configuration instanceof Problem) {
    const { status } = configuration;
    return missing(status === undefined ? 'could not be read' : `was answered with HTTP status ${status}`);
  }
  // A host that answers every address with the page does so for a missing file, too.
  if (configuration.trimStart().startsWith('<')) return missing('leads to a web page');
  try {
    const { values } = pageConfiguration(configuration, (apiBase) =>
      isOwnPath(apiBase) ? apiBase : safeAddress(apiBase).href,
    );
    const { idempotencyHeader: key, report } = values;
    const apiBase = new URL(values.apiBase, base);
    return {
      apiBase,
      headers: ['authorization', 'content-type', ...(key === undefined ? [] : [key])],
      receiver:
        report.url !== undefined && URL.canParse(report.url, base)
          ? new URL(`${report.url.replace(/\/+$/, '')}/v1/logs`, base)
          : undefined,
      misplaced: misplacement(values, new URL(base).pathname),
      values,
    };
  } catch (thrown) {
    return Problem.expected(thrown);
  }
}

/** In what the calls of the page differ from those that were checked. */
function differences(
  page: ConfigurationValues,
  { configuration, settings }: Context,
  { hint }: Pick<LineOptions, 'hint'>,
): Pick<Line, 'detail' | 'advice'>[] {
  const { values } = Configuration.from(configuration);
  const inProfile = (['appKey', 'version', 'idempotencyHeader'] as const satisfies ProfileKey[])
    .filter((field) => page[field] !== values[field])
    .map((field) => ({
      detail: `the page has ${field} ${page[field] ?? 'none'}, and this command ${values[field] ?? 'none'}`,
      advice:
        settings.sources[field] === 'project file'
          ? `correct ${field} in app-config.json or ${settings.projectFile ?? PROJECT_FILE}`
          : `correct it in app-config.json, or here: ${hint`profile set ${field} ${page[field] ?? ''}`}`,
    }));
  const inProjectFile = (['endpoints', 'tables'] as const)
    .filter((field) => JSON.stringify(page[field]) !== JSON.stringify(values[field]))
    .map((field) => ({
      detail: `the page has other ${field} than this command`,
      advice: `enter the same ${field} in ${PROJECT_FILE}, and trust its folder: ${hint`profile trust`}`,
    }));
  return [...inProfile, ...inProjectFile];
}

/** A path names the same place with and without a slash at its end. */
function pathOf({ pathname }: Pick<URL, 'pathname'>): string {
  return pathname.replace(/\/*$/, '/');
}

/** The line of payment links that lead below another path than that of the page. */
function linksLine(pathname: string, base: string, { hint }: Pick<LineOptions, 'hint'>): Line[] {
  const served = pathOf(new URL(base));
  if (pathOf({ pathname }) === served) return [];
  return [
    {
      check: 'configuration',
      subject: 'basePath',
      result: 'bad',
      detail: `payment links lead below ${pathname}, and the page there is served below ${served}`,
      advice: `set the path of the page: ${hint`profile set basePath ${served}`}`,
    },
  ];
}

/** The line of a payment link that opens no order on the page that it leads to. */
function payLinkLine(
  payLink: string,
  base: string,
  { settings }: Context,
  { hint }: Pick<LineOptions, 'hint'>,
): Line[] {
  const opening = `${base.replace(/\/$/, '')}${orderLinkTemplate('card')}`;
  if (opensTheSame(payLink, opening)) return [];
  return [
    {
      check: 'configuration',
      subject: 'payLink',
      result: 'bad',
      detail: `${payLink} does not open every order on the page at ${base}`,
      advice:
        settings.sources.payLink === 'project file'
          ? `set payLink in ${settings.projectFile ?? PROJECT_FILE} to ${opening}`
          : hint`profile set payLink ${opening}`,
    },
  ];
}

/** Whether two payment links open the same screen, for rentals and for cards. */
function opensTheSame(payLink: string, other: string): boolean {
  return ['false', 'true'].every((isCard) => {
    const [one, same] = [payLink, other].map((template) => {
      const { origin, pathname, searchParams } = new URL(
        template.replaceAll('{isCard}', isCard).replaceAll(/\{\w+\}/g, '1'),
      );
      const { number, kind, operatorId } = orderInLink(searchParams) ?? {};
      return [origin, pathname, number, kind, kind === 'card' && operatorId].join(' ');
    });
    return one === same;
  });
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
