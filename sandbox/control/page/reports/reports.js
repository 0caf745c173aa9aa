/* The reports that the app sent: a filter by kind, and a list whose lines unfold. */

import { timeOf } from '../time.js';
import { byId, element, linesIn, listIn, write } from '../dom.js';
import { change, onWorld, read } from '../world.js';
import { words } from '../words.js';

const KINDS = ['problem', 'bug', 'csp-violation', 'missing-file', 'counter', 'vital', 'other', 'invalid'];
const TONES = { problem: 'busy', bug: 'bad', 'csp-violation': 'bad', 'missing-file': 'bad', invalid: 'bad' };
const ALL = 'all';
/* What the receiver does to the next deliveries. */
const FAULTS = {
  unavailable: { kind: 'http', status: 503, retryAfter: 5 },
  limited: { kind: 'http', status: 429 },
  hang: { kind: 'hang' },
  drop: { kind: 'reset-before' },
  refuse: { kind: 'refuse' },
};
const RECEIVER = 'otlp';

let reports = [];
let chosen = ALL;
let asked = 0;

/* Attributes that are not what happened: they have a place of their own, or are too long for a line. */
const BESIDE = [
  'physio.call',
  'http.response.status_code',
  'physio.server_code',
  'url.template',
  'physio.duration_ms',
  'exception.stacktrace',
];

/* The short text of a report: a measured value with the name of its metric, otherwise what its attributes say. */
function whatOf({ kind, name, attributes, value, unit, violations }) {
  if (kind === 'invalid') return violations[0] ?? '';
  const short = name.replace(/^physio\.(web_vital\.)?/, '');
  if (value !== undefined) {
    const measured = `${Number(value.toPrecision(4))}${unit && unit !== '1' ? ` ${unit}` : ''}`;
    return `${kind === 'vital' ? short.toUpperCase() : short} ${measured}`;
  }
  const said = Object.entries(attributes).filter(([key, each]) => !BESIDE.includes(key) && typeof each !== 'object');
  return said.map(([, each]) => each).join(' · ') || short;
}

function statusOf({ attributes }) {
  return [attributes['http.response.status_code'], attributes['physio.server_code']].filter(Boolean).join(' · ');
}

const shown = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/* The terms of the details: what the catalogue translates, then the attributes under their own names. */
function factsOf({ name, severity, at, receivedAt, attributes, resource, violations, document: text }) {
  const { reports: terms } = words();
  return [
    ...violations.map((violation) => [terms.violation, violation]),
    [terms.name, name],
    [terms.severity, severity],
    [terms.received, timeOf(receivedAt)],
    [terms.happened, at === null ? undefined : timeOf(at)],
    ...Object.entries(attributes),
    ...Object.entries(resource),
    [terms.document, text],
  ].filter(([, value]) => value !== undefined && value !== '');
}

function row(report) {
  const time = element('span', { class: 'time' });
  const chip = element('span', { class: `chip ${TONES[report.kind] ?? 'good'}` });
  const cells = ['what', 'call', 'status', 'route', 'count'].map((name) => element('span', { class: name }));
  const facts = element('dl', { class: 'report-facts' });
  const node = element(
    'li',
    { class: `report ${report.kind}` },
    element('details', {}, element('summary', {}, time, chip, ...cells), facts),
  );
  const { attributes, count } = report;
  const texts = [
    whatOf(report),
    attributes['physio.call'] ?? '',
    statusOf(report),
    attributes['url.template'] ?? '',
    count === 1 ? '' : `×${count}`,
  ];
  for (const [place, text] of texts.entries()) write(cells[place], shown(text));
  return {
    node,
    update: () => {
      write(time, timeOf(report.receivedAt));
      write(chip, words().reports.kinds[report.kind]);
      const now = factsOf(report);
      const said = JSON.stringify(now);
      if (facts.dataset.said === said) return;
      facts.dataset.said = said;
      facts.replaceChildren(
        ...now.map(([term, value]) =>
          element('div', {}, element('dt', {}, term), element('dd', {}, element('code', {}, shown(value)))),
        ),
      );
    },
  };
}

function kindButton(kind) {
  const node = element('button', { type: 'button', 'data-kind': kind, onclick: () => choose(kind) });
  return {
    node,
    update: ([, count]) => {
      write(node, `${kind === ALL ? words().reports.all : words().reports.kinds[kind]} ${count}`);
      node.setAttribute('aria-pressed', String(kind === chosen));
    },
  };
}

let renderRows;
let renderKinds;

function draw() {
  const counts = KINDS.map((kind) => [kind, reports.filter((report) => report.kind === kind).length]);
  if (!counts.some(([kind, count]) => kind === chosen && count > 0)) chosen = ALL;
  renderKinds([[ALL, reports.length], ...counts.filter(([, count]) => count > 0)]);
  renderRows(reports.filter(({ kind }) => chosen === ALL || kind === chosen));
  byId('reports-filled').hidden = reports.length === 0;
  byId('reports-empty').hidden = reports.length > 0;
}

function choose(kind) {
  chosen = kind;
  draw();
}

/* Reads the reports. Of several reads at once, only the last counts. */
async function refreshReports() {
  asked += 1;
  const turn = asked;
  const answer = await read('reports').catch(() => reports); // the page says already that the sandbox does not answer
  if (turn !== asked) return;
  reports = answer;
  draw();
}

export function startReports() {
  const view = byId('view-reports');
  renderRows = listIn(byId('reports'), ({ id }) => id, row);
  renderKinds = listIn(
    byId('report-kinds'),
    ([kind]) => kind,
    ([kind]) => kindButton(kind),
  );
  const renderFaults = linesIn(
    'report-faults',
    (fault, place) => `${place} ${JSON.stringify(fault)}`,
    ({ path, kind, times }) => [`${path} ${kind}`, words().panel.timesLeft(times)],
  );
  onWorld(({ reports: count }) => {
    write(byId('reports-count'), count === 0 ? '' : String(count));
  });
  onWorld(({ faults, reporting }) => {
    renderFaults(faults.filter(({ path }) => path.startsWith(RECEIVER)));
    byId('reports-off').hidden = reporting;
    byId('reports-cause').disabled = !reporting;
    void refreshReports();
  }, view);
  /* A refusal: the app repeats a read that fails in another way, and reports no problem that it overcame. */
  byId('reports-cause').addEventListener('click', () =>
    change(words().reports.caused, 'POST', 'faults', { path: '*', kind: 'refuse' }),
  );
  byId('reports-clear').addEventListener('click', () => change(words().reports.cleared, 'DELETE', 'reports'));
  byId('report-fault').addEventListener('submit', (event) => {
    event.preventDefault();
    const { fault, times } = event.target.elements;
    void change(words().reports.faultSet, 'POST', 'faults', {
      path: RECEIVER,
      ...FAULTS[fault.value],
      times: Number(times.value) || 1,
    });
  });
}
