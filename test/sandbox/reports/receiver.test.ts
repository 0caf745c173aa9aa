import { describe, expect, test } from 'vitest';
import type { Report } from '../../../sandbox/reports/reports.ts';
import type { SandboxOptions } from '../../../sandbox/main.ts';
import { sandbox } from '../callers.ts';
import { logs, metrics, outcomes, problem, vital } from './documents.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A sandbox with functions that send to its receiver and read what it kept. */
async function receiving(options: Partial<SandboxOptions> = {}) {
  const world = await sandbox(options);
  const url = (path: string) => `${world.at}/__sandbox/otlp/v1/${path}`;
  return {
    ...world,
    url,
    sends: (path: string, document: unknown, headers: Record<string, string> = JSON_TYPE) =>
      fetch(url(path), {
        method: 'POST',
        headers,
        body: typeof document === 'string' ? document : JSON.stringify(document),
      }),
    reports: async () => (await (await world.control('reports')).json()) as Report[],
    documents: async () => (await (await world.control('reports/documents')).json()) as string[],
    clears: () => fetch(`${world.at}/__sandbox/reports`, { method: 'DELETE' }),
  };
}

describe('the receiver of reports', () => {
  test('It takes logs and metrics as a collector does, and lists them, newest first', async () => {
    const { sends, reports, documents, state } = await receiving();
    const first = await sends('logs', logs(problem));
    expect([first.status, first.headers.get('content-type'), await first.json()]).toEqual([
      200,
      'application/json; charset=utf-8',
      { partialSuccess: {} },
    ]);
    expect((await sends('metrics', metrics(outcomes('paid', 2), vital))).status).toBe(200);
    expect(await reports()).toMatchObject([
      {
        kind: 'vital',
        name: 'physio.web_vital.lcp',
        count: 2,
        value: 1_500,
        unit: 'ms',
        attributes: { 'url.template': '/lease' },
      },
      { kind: 'counter', name: 'physio.flow.outcomes', count: 2, attributes: { 'physio.outcome': 'paid' } },
      {
        kind: 'problem',
        name: 'physio.problem',
        severity: 'WARN',
        at: 1_795_400_000_000,
        count: 1,
        attributes: {
          'physio.code': 'http',
          'physio.call': 'listLeaseOrders',
          'http.response.status_code': 503,
          'url.template': '/my/orderList',
        },
        resource: { 'service.name': 'physiolease', 'service.version': '1.0.0', 'physio.build.id': '1f2e3d4c' },
        violations: [],
      },
    ]);
    expect((await documents()).at(-1)).toBe(JSON.stringify(logs(problem)));
    expect(await state()).toMatchObject({ reports: 3 });
  });

  test('It refuses a document that is not valid OTLP, and lists what is wrong with it', async () => {
    const { sends, reports } = await receiving();
    const refused = await sends('logs', logs({ ...problem, token: 'x' }));
    const message = 'LogRecord: unknown field: "token"';
    expect([refused.status, await refused.json()]).toEqual([400, { code: 3, message }]);
    expect((await sends('logs', '{"resourceLogs":')).status).toBe(400);
    expect(await reports()).toMatchObject([
      { kind: 'invalid', signal: 'logs', document: '{"resourceLogs":' },
      { kind: 'invalid', signal: 'logs', violations: [message] },
    ]);
  });

  test('It answers a page on another port of this machine, and no page of another site', async () => {
    const { sends, url, reports } = await receiving();
    const origin = 'http://localhost:8080';
    const preflight = await fetch(url('logs'), {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    expect([preflight.status, Object.fromEntries(preflight.headers)]).toEqual([
      204,
      expect.objectContaining({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        vary: 'Origin',
      }),
    ]);
    const answer = await sends('logs', logs(problem), { ...JSON_TYPE, origin });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
    const foreign = await sends('logs', logs(problem), { ...JSON_TYPE, origin: 'https://evil.example' });
    expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    expect(await reports()).toHaveLength(1);
  });

  test('A reset of the world, and a request to clear, forget the reports', async () => {
    const { sends, reports, documents, control, clears } = await receiving();
    await sends('logs', logs(problem));
    expect((await clears()).status).toBe(200);
    expect([await reports(), await documents()]).toEqual([[], []]);
    await sends('logs', logs(problem));
    await control('reset', {});
    expect([await reports(), await documents()]).toEqual([[], []]);
  });
});

describe('a fault of the receiver', () => {
  test('The receiver answers with a status and Retry-After as often as asked, and then normally', async () => {
    const { control, sends, reports } = await receiving();
    await control('faults', { path: 'otlp', kind: 'http', status: 503, retryAfter: 30, times: 2 });
    await control('faults', { path: 'otlp/v1/logs', kind: 'http', status: 429 });
    const answers = [await sends('logs', logs(problem)), await sends('metrics', metrics(vital))];
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '30'],
      [503, '30'],
    ]);
    expect((await sends('metrics', metrics(vital))).status).toBe(200);
    const limited = await sends('logs', logs(problem));
    expect([limited.status, limited.headers.get('retry-after'), await limited.json()]).toEqual([
      429,
      null,
      { code: 14, message: expect.any(String) as string },
    ]);
    expect((await reports()).map(({ kind }) => kind)).toEqual(['vital']);
  });
});
