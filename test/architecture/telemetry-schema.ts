import { resourceOf } from '../../src/adapters/browser/report/page-reporter.ts';
import type { Outcome, ReportEvent, WebVital } from '../../src/ports/reporter.ts';
import { reporterToReceiver } from '../ports/otlp-receiver.ts';
import { withPart } from './written-part.ts';

/** When each outcome is counted. The compiler demands every outcome. */
export const OUTCOMES = {
  entered: 'a scanned code, a link or a typed number led to a screen of its device',
  ordered: 'the server has the order of a purchase: a new one, or one found after a lost response',
  paid: 'the server says that an open purchase of this phone is paid',
  'payment-unconfirmed':
    'the payment sheet is closed, and after all queries (10 s) the server has said neither paid nor unpaid; once for each order of a visit. The payment may be `paid` later',
  started: 'a device that this phone started reports that it runs, while its screen is open',
  'start-unconfirmed':
    'the device has not reported within 15 s that it runs, or the response to the command was lost and the device could not be found running',
  stopped: 'the device is known to rest after a stop',
  'stop-unconfirmed':
    'after a stop the device may still run: it is offline, the server refused, or no report came in time',
  'line-lost': 'the live line to a device broke while its screen was open',
  'line-restored': 'that line is live again',
} satisfies Record<Outcome, string>;

const VITALS = {
  LCP: 'largest contentful paint',
  INP: 'interaction to next paint',
  CLS: 'cumulative layout shift',
  TTFB: 'time to first byte',
} satisfies Record<WebVital, string>;

/** When each kind of event happens, and an example with all of its fields. */
const EVENTS: {
  [Kind in ReportEvent['kind']]: { when: string; examples: Required<Extract<ReportEvent, { kind: Kind }>>[] };
} = {
  problem: {
    when: 'a call of the API failed after its retries, or the app told the user of another problem. Only of sampled visits',
    examples: [{ kind: 'problem', code: 'refused', call: 'order.list', status: 200, serverCode: '500', ms: 5 }],
  },
  bug: {
    when: 'an error of this program: in a command, in React, uncaught, or a rejection that nobody handles',
    examples: [{ kind: 'bug', error: new TypeError('x'), origin: 'render' }],
  },
  'csp-violation': {
    when: 'the Content Security Policy blocked something',
    examples: [{ kind: 'csp-violation', directive: 'script-src', blocked: 'inline' }],
  },
  'missing-file': {
    when: 'a script that the page loads when it needs it could not be fetched: the English texts, the code reader, WeChat’s script. A page without its first script reports nothing',
    examples: [{ kind: 'missing-file', file: 'assets/rest-1a2b3c.js' }],
  },
  outcome: {
    when: '',
    examples: (Object.keys(OUTCOMES) as Outcome[]).map((outcome) => ({ kind: 'outcome', outcome, ms: 5 })),
  },
  vital: {
    when: '',
    examples: (Object.keys(VITALS) as WebVital[]).map((name) => ({ kind: 'vital', name, value: 1, route: '/my' })),
  },
};

const ATTRIBUTES: Record<string, string> = {
  'exception.stacktrace':
    'up to 20 lines `at FUNCTION (assets/FILE.js:LINE:COLUMN)` of the page’s own files; `npm run symbolicate` turns them into source files and lines',
  'exception.type': 'class of the error, such as `TypeError`; never its message',
  'http.response.status_code': 'HTTP status',
  'physio.blocked': '`self`, the origin of another site, or a keyword such as `inline`',
  'physio.call': 'name of the call in the contract',
  'physio.code': 'code of the problem, from the closed list in `src/core/problem.ts`',
  'physio.count': 'equal events since the last request',
  'physio.directive': 'directive of the policy',
  'physio.duration_ms': 'duration of the longest of them, with its retries',
  'physio.failure': '`problem`, `bug`, `csp_violation` or `chunk_failure`',
  'physio.file': 'name of the file',
  'physio.origin': '`command`, `render`, `error` or `rejection`',
  'physio.outcome': 'see above',
  'physio.server_code': 'the server’s code of a refusal; a code longer than a word and six digits is `other`',
  'url.template': 'path of the screen in the page’s table, such as `/my/orderList`; `/` for any other address',
  'service.name': '`physiolease`',
  'service.version': 'version of the app',
  'physio.build.id': 'id of the build, as in `version.json`',
  'browser.engine': '`Chromium 126`, `WebKit of iOS 17` or `other`',
  'physio.wechat': 'major and minor version of WeChat, or `none`',
};

const METRICS: Record<string, string> = {
  'physio.failures': 'all failures, of every visit',
  'physio.flow.outcomes': 'what the flows came to',
  'physio.line.outage': 'how long a lost line took to return',
  ...Object.fromEntries(Object.entries(VITALS).map(([name, text]) => [`physio.web_vital.${name.toLowerCase()}`, text])),
};

/** Everything that the page can report, as a receiver gets it. */
export async function everyReport() {
  const resource = resourceOf({ version: '1.0.0', id: '1f2e3d4c' }, 'Chrome/126.0 MicroMessenger/8.0.49');
  const { reporter, receiver } = reporterToReceiver({ resource });
  const records: (ReturnType<typeof receiver.records>[number] & { when: string })[] = [];
  for (const { when, examples } of Object.values(EVENTS)) {
    const before = receiver.records().length;
    for (const example of examples) reporter.report(example);
    await reporter.flush();
    for (const record of receiver.records().slice(before)) records.push({ ...record, when });
  }
  return { resource: Object.keys(resource), records, points: receiver.points() };
}

function described(names: Record<string, string>, name: string): string {
  const text = names[name];
  if (text === undefined) throw new Error(`test/architecture/telemetry-schema.ts does not describe ${name}`);
  return text;
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

/** The tables of docs/telemetry.md. */
export async function telemetrySchema(): Promise<string> {
  const { resource, records, points } = await everyReport();
  const metrics = [...new Map(points.map((each) => [each.name, each])).values()];
  const used = [...new Set([...records, ...points].flatMap(({ attributes }) => Object.keys(attributes)))].toSorted();
  return [
    'Log records (`/v1/logs`):',
    table(
      ['event', 'severity', 'sent when', 'attributes'],
      records.map(({ eventName, severityText, when, attributes }) => [
        `\`${eventName}\``,
        severityText,
        when,
        code(Object.keys(attributes)),
      ]),
    ),
    'Metrics (`/v1/metrics`), with delta temporality: each request has what was added since the one before.',
    table(
      ['metric', 'kind', 'unit', 'counts or measures', 'attributes'],
      metrics.map(({ name, unit, point: { explicitBounds } }) => [
        `\`${name}\``,
        explicitBounds ? `histogram: ${explicitBounds.join(', ')}` : 'counter',
        unit,
        described(METRICS, name),
        code([...new Set(points.filter((each) => each.name === name).flatMap((each) => Object.keys(each.attributes)))]),
      ]),
    ),
    'Outcomes, the values of `physio.outcome`:',
    table(
      ['outcome', 'counted when'],
      Object.entries(OUTCOMES).map(([name, when]) => [`\`${name}\``, when]),
    ),
    'Attributes of records and points:',
    table(
      ['attribute', 'value'],
      used.map((name) => [`\`${name}\``, described(ATTRIBUTES, name)]),
    ),
    'Attributes of the resource, the same in all requests of a visit:',
    table(
      ['attribute', 'value'],
      resource.map((name) => [`\`${name}\``, described(ATTRIBUTES, name)]),
    ),
  ].join('\n\n');
}

export async function withTelemetrySchema(document: string): Promise<string> {
  return withPart(document, 'telemetry schema', `\n${await telemetrySchema()}\n`);
}
