import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { violationsOf } from '../../sandbox/reports/validate.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { CALLS } from '../../src/core/api/calls.ts';
import { hasPromtool, promtool } from '../helpers/promtool.ts';
import { screens } from '../../src/ui/routes.tsx';
import { everyReport, OUTCOMES, withTelemetrySchema } from './telemetry-schema.ts';

interface Collector {
  receivers: Record<string, unknown>;
  processors: Record<string, unknown> & {
    'filter/logs': { log_conditions: string[] };
    'filter/metrics': { metric_conditions: string[] };
    'transform/logs': { log_statements: { statements: string[] }[] };
    'transform/metrics': { metric_statements: { statements: string[] }[] };
  };
  exporters: Record<string, unknown>;
  service: { pipelines: Record<string, Record<'receivers' | 'processors' | 'exporters', string[]>> };
}

const yaml = <Shape>(file: string) => parse(readFileSync(file, 'utf8')) as Shape;
const collector = yaml<Collector>('deploy/telemetry/otel-collector.yaml');
const alerts = yaml<{ groups: { rules: { alert: string; expr: string }[] }[] }>('deploy/telemetry/alerts.yaml');

const statementsOf = (groups: { statements: string[] }[]) => groups.flatMap(({ statements }) => statements);
const logStatements = statementsOf(collector.processors['transform/logs'].log_statements);
const metricStatements = statementsOf(collector.processors['transform/metrics'].metric_statements);
const metricConditions = collector.processors['filter/metrics'].metric_conditions;

/** The regular expression by which a condition or statement of the collector's language checks a value. */
function patternIn(lines: readonly string[], checked: string, context = ''): RegExp {
  for (const line of lines.filter((each) => each.includes(context))) {
    const [, pattern] = line.split(`IsMatch(${checked}, "`)[1]?.match(/^((?:[^"\\]|\\.)*)"/) ?? [];
    if (pattern !== undefined) return new RegExp(pattern.replaceAll('\\\\', '\\'));
  }
  return expect.fail(`no IsMatch(${checked})`);
}

/** The names in a `keep_keys` of the collector's language. */
function keptIn(lines: readonly string[], target: string): string[] {
  const line = lines.find((each) => each.startsWith(`keep_keys(${target},`)) ?? expect.fail(`no keep_keys(${target})`);
  return JSON.parse(line.slice(line.indexOf('['), line.indexOf(']') + 1)) as string[];
}

const document = readFileSync('docs/telemetry.md', 'utf8');

/** The name by which Prometheus shows a counter or a histogram of the collector. */
const shownAs = (name: string, isCounter: boolean) => `${name.replaceAll('.', '_')}${isCounter ? '_total' : ''}`;

describe('the configuration of the collector', () => {
  test('Each pipeline uses only what the file defines, and everything that it defines', () => {
    const { receivers, processors, exporters, service } = collector;
    const used = Object.values(service.pipelines);
    for (const [kind, defined] of Object.entries({ receivers, processors, exporters }))
      expect([kind, Object.keys(defined).toSorted()]).toEqual([
        kind,
        [...new Set(used.flatMap((pipeline) => pipeline[kind as 'receivers']))].toSorted(),
      ]);
  });

  test('The points get their time after the batch and directly before they are summed', () => {
    const { processors } = collector.service.pipelines['metrics'] ?? expect.fail();
    expect(processors.slice(-3)).toEqual(['batch', 'transform/clock', 'delta_to_cumulative']);
  });

  test('It keeps every record that the page sends with all attributes, and names no other attribute', async () => {
    const { records, resource } = await everyReport();
    const allowed = patternIn(collector.processors['filter/logs'].log_conditions, 'log.event_name');
    expect(records.map(({ eventName }) => [eventName, allowed.test(eventName)])).toEqual(
      ['problem', 'bug', 'csp_violation', 'chunk_failure'].map((name) => [`physio.${name}`, true]),
    );
    const sent = new Set(records.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(keptIn(logStatements, 'log.attributes').toSorted()).toEqual([...sent].toSorted());
    expect(keptIn(logStatements, 'resource.attributes')).toEqual(resource);
  });

  test('It keeps every metric that the page sends with its unit and attributes, and names no other attribute', async () => {
    const { points } = await everyReport();
    const allowed = patternIn(metricConditions, 'metric.name');
    const counters = patternIn(metricConditions, 'metric.name', 'METRIC_DATA_TYPE_SUM');
    const histograms = patternIn(metricConditions, 'metric.name', 'METRIC_DATA_TYPE_HISTOGRAM');
    for (const { name, point } of points)
      expect([name, allowed.test(name), counters.test(name), histograms.test(name)]).toEqual([
        name,
        true,
        point.asInt !== undefined,
        point.asInt === undefined,
      ]);
    const sent = new Set(points.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(keptIn(metricStatements, 'datapoint.attributes').toSorted()).toEqual([...sent].toSorted());
    const inMilliseconds = patternIn(metricStatements, 'metric.name', '"ms"');
    for (const { name, unit } of points)
      expect([name, unit]).toEqual([name, inMilliseconds.test(name) ? 'ms' : name.endsWith('outage') ? 's' : '1']);
  });

  test('It accepts every outcome, failure, code, call, route and version of the page, and nothing that is longer', async () => {
    const { points } = await everyReport();
    const outcome = patternIn(metricConditions, 'datapoint.attributes["physio.outcome"]');
    expect(Object.keys(OUTCOMES).filter((each) => !outcome.test(each))).toEqual([]);
    expect(outcome.test('paid twice')).toBe(false);
    const failure = patternIn(metricConditions, 'datapoint.attributes["physio.failure"]');
    const failures = points.flatMap(({ attributes: { 'physio.failure': each } }) => (each === undefined ? [] : [each]));
    expect(failures).toHaveLength(4);
    expect(failures.filter((each) => !failure.test(String(each)))).toEqual([]);
    const attribute = (name: string) => patternIn(metricStatements, `datapoint.attributes["${name}"]`);
    expect(Object.keys(CALLS).filter((each) => !attribute('physio.call').test(each))).toEqual([]);
    const routes = ['other', ...Object.keys(screens).filter((path) => path !== '*')];
    expect(routes.filter((each) => !attribute('url.template').test(each))).toEqual([]);
    expect(attribute('url.template').test('/my/13800001111')).toBe(false);
    const version = patternIn(metricStatements, 'resource.attributes["service.version"]');
    expect([version.test('1.0.0'), version.test('1.0.0-13800001111')]).toEqual([true, false]);
  });
});

describe('the alerts', () => {
  const rules = alerts.groups.flatMap((group) => group.rules);

  test('They ask only for counters, failures and outcomes that the page sends', async () => {
    const { points } = await everyReport();
    const shown = new Set(points.map(({ name, point }) => shownAs(name, point.asInt !== undefined)));
    const values = new Set(points.flatMap(({ attributes }) => Object.values(attributes)));
    const shares = rules.slice(0, 3);
    expect(shares.map(({ alert }) => alert)).toEqual(['StartsNotConfirmed', 'PaymentsUnconfirmed', 'ChunkFailures']);
    for (const { alert, expr } of shares) {
      const asked = Array.from(
        expr.matchAll(/\b(physio_\w+)\{(\w+)=~?"([^"]*)"\}/g),
        ([, metric, label, value = '']) => ({
          metric,
          label,
          values: value.split('|'),
        }),
      );
      expect(asked.length, alert).toBeGreaterThan(2);
      for (const { metric, label, values: named } of asked) {
        expect([metric, shown.has(metric ?? '')]).toEqual([metric, true]);
        expect(label).toBe(metric === 'physio_failures_total' ? 'physio_failure' : 'physio_outcome');
        expect(named.filter((value) => !values.has(value))).toEqual([]);
      }
    }
  });

  test.skipIf(!hasPromtool).each([
    [['check', 'rules', 'deploy/telemetry/alerts.yaml'], '5 rules found'],
    [['test', 'rules', 'deploy/telemetry/alerts.test.yaml'], 'SUCCESS'],
  ])('promtool %j finds them right (skipped where it is missing: npm run deploy:check fetches it)', (words, said) => {
    const { status, stdout, stderr } = promtool(...words);
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining(said)]);
  });
});

describe('docs/telemetry.md', () => {
  test('It contains the schema of what the page sends now', async () => {
    await expect(await withTelemetrySchema(document)).toMatchFileSnapshot('../../docs/telemetry.md');
  });

  test('The report that it sends by hand is valid OTLP, and the collector keeps it', () => {
    const [, example = ''] = /-d '(.*)'$/m.exec(document) ?? [];
    const body = example.replaceAll("'$now'", '1795400000000000000');
    expect(violationsOf('metrics', body)).toEqual([]);
    expect(body).toContain('"physio.flow.outcomes"');
  });

  test.skipIf(!hasPromtool)(
    'promtool parses its queries (skipped where it is missing: npm run deploy:check fetches it)',
    () => {
      const queries = Array.from(document.matchAll(/^\| Prometheus: .*? \| `(.*)` \|$/gm), ([, query]) => query);
      expect(queries).toHaveLength(4);
      const rules = queries.map((expr, place) => ({ record: `query_${place}`, expr }));
      const directory = mkdtempSync(path.join(tmpdir(), 'queries-'));
      onTestFinished(() => rmSync(directory, { recursive: true }));
      const file = path.join(directory, 'rules.yaml');
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
      const { status, stderr } = promtool('check', 'rules', file);
      expect([status, stderr]).toEqual([0, '']);
    },
  );
});
