import type { Clock } from '../../ports/clock.ts';
import type { ReportEvent, Reporter } from '../../ports/reporter.ts';
import type { EventReceiver, Seen } from './event-receiver.ts';
import { logsRequest, metricsRequest, sumOf, type Attributes, type LogRecord, type Series } from './otlp.ts';
import { assetOf, classOf, framesOf, originOf, serverCodeOf, sourceOf } from './report-privacy.ts';

/** How long events are collected before they are sent together. */
const BATCH_MS = 10_000;
/** Different log records in one request, and different series. Further ones are dropped. */
const MAX_RECORDS = 50;
const MAX_SERIES = 100;
/** Values of one histogram in one request. */
const MAX_VALUES = 100;
/** Browsers refuse a request with `keepalive` above 64 KiB. */
const MAX_BYTES = 60_000;
/** Older events are dropped. */
const MAX_AGE_MS = 6 * 3_600_000;
/** First delay after a failure; it doubles with each further one. */
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 15 * 60_000;

const MILLISECONDS = [50, 100, 200, 300, 500, 800, 1_200, 1_800, 2_500, 4_000, 8_000, 15_000];
const SHIFTS = [0.01, 0.05, 0.1, 0.15, 0.25, 0.5, 1];
const OUTAGE_SECONDS = [1, 3, 5, 10, 30, 60, 300];

type OtlpPath = '/v1/logs' | '/v1/metrics';

export interface OtlpOptions {
  /** Base address of the receiver, without a slash at its end. */
  receiver: string;
  /** Sends a body as JSON. Resolves to the status of the response, and to the delay that it asks for; rejects without a response. */
  send(address: string, body: string): Promise<{ status: number; retryAfterMs?: number }>;
  clock: Pick<Clock, 'now' | 'sleep'>;
  isOnline(): boolean;
  /** What all events have in common: version, build, classes of browser. */
  resource: Attributes;
  /** Base address of the page. */
  page: string;
  /** Share of the visits whose problems and web vitals are sent, 0 to 1. All bugs and counters are sent. */
  sample: number;
  /** From 0 to 1. */
  random(): number;
}

/** Statuses after which OTLP asks a sender to repeat the request. */
const RETRYABLE = [429, 502, 503, 504];

/** What waits to be sent. */
interface Batch {
  /** Of the first event; epoch ms. */
  from: number;
  records: Map<string, LogRecord>;
  series: Map<string, Series>;
}

/** `again`: the receiver may take the same request later. `delayMs`: the pause that it asks for. */
interface Answer {
  isDone: boolean;
  again: boolean;
  delayMs: number;
}

/**
 * Sends events to an OpenTelemetry collector as OTLP over HTTP, in JSON. It counts equal events, sends them together
 * every ten seconds, holds them while the phone is offline, and drops what exceeds its limits. After a failure it waits
 * longer each time. It never repeats a request that the receiver refused.
 */
export class OtlpReporter implements Reporter, EventReceiver {
  private readonly isSampled: boolean;
  private batch = emptyBatch();
  private failures = 0;
  private silentUntil = 0;
  private isScheduled = false;
  private isSending = false;

  constructor(private readonly options: OtlpOptions) {
    this.isSampled = options.random() < options.sample;
  }

  report(event: ReportEvent, { at, route }: Seen = { at: this.options.clock.now(), route: 'other' }): void {
    const { page, receiver } = this.options;
    const place = { 'url.template': route };
    switch (event.kind) {
      case 'bug': {
        const error = originOf(event.error);
        return this.failed('bug', at, {
          'exception.type': classOf(error),
          'exception.stacktrace': framesOf(String(error.stack), page),
          'physio.origin': event.origin,
          ...place,
        });
      }
      case 'problem': {
        const attributes = {
          'physio.code': event.code,
          'physio.call': event.call,
          'http.response.status_code': event.status,
          'physio.server_code': serverCodeOf(event.serverCode),
          ...place,
        };
        return this.failed('problem', at, attributes, event.ms);
      }
      case 'csp-violation': {
        // The page's own policy blocks the reports: a report of that would be blocked too, again and again.
        if (event.blocked.startsWith(receiver)) return;
        const blocked = sourceOf(event.blocked, page);
        return this.failed('csp_violation', at, {
          'physio.directive': event.directive,
          'physio.blocked': blocked,
          ...place,
        });
      }
      case 'missing-file':
        return this.failed('chunk_failure', at, { 'physio.file': assetOf(event.file), ...place });
      case 'outcome':
        this.count('physio.flow.outcomes', { 'physio.outcome': event.outcome });
        if (event.outcome === 'line-restored' && event.ms !== undefined)
          this.add({
            name: 'physio.line.outage',
            unit: 's',
            bounds: OUTAGE_SECONDS,
            attributes: {},
            values: [event.ms / 1_000],
          });
        return;
      case 'vital': {
        if (!this.isSampled) return;
        const name = `physio.web_vital.${event.name.toLowerCase()}`;
        const attributes = { 'url.template': event.route ?? route };
        const scale = event.name === 'CLS' ? { unit: '1', bounds: SHIFTS } : { unit: 'ms', bounds: MILLISECONDS };
        return this.add({ name, ...scale, attributes, values: [event.value] });
      }
    }
  }

  /** Sends what waits, for example before the page is closed. Sends nothing while the phone is offline or the receiver asked for a pause. */
  async flush(): Promise<void> {
    const { clock, isOnline, resource } = this.options;
    const now = clock.now();
    if (now - this.batch.from > MAX_AGE_MS) this.batch = emptyBatch();
    const { batch } = this;
    if (this.isEmpty() || this.isSending || !isOnline() || now < this.silentUntil) return;
    this.isSending = true;
    this.batch = emptyBatch();
    const records = [...batch.records.values()];
    const series = [...batch.series.values()];
    const [logs, metrics] = await Promise.all([
      this.post('/v1/logs', records, (fitting) => logsRequest(resource, fitting)),
      this.post('/v1/metrics', series, (fitting) => metricsRequest(resource, fitting, { from: batch.from, to: now })),
    ]);
    this.isSending = false;
    this.putBack(batch.from, logs.again ? records : [], metrics.again ? series : []);
    this.pauseAfter(logs.isDone && metrics.isDone, Math.max(logs.delayMs, metrics.delayMs));
    if (!this.isEmpty()) this.schedule();
  }

  private failed(kind: string, at: number, attributes: Attributes, ms?: number): void {
    const { 'physio.code': code, 'physio.call': call } = attributes;
    this.count('physio.failures', { 'physio.failure': kind, 'physio.code': code, 'physio.call': call });
    const isProblem = kind === 'problem';
    if (isProblem && !this.isSampled) return;
    this.addRecord({ name: `physio.${kind}`, isError: !isProblem, at, attributes, count: 1, ms });
  }

  private count(name: string, attributes: Attributes): void {
    this.add({ name, unit: '1', attributes, values: [1] });
  }

  private addRecord(record: LogRecord): void {
    const { records } = this.started();
    const key = JSON.stringify([record.name, record.attributes]);
    const { at, count, ms = 0 } = records.get(key) ?? { ...record, count: 0 };
    if (count > 0 || records.size < MAX_RECORDS)
      records.set(key, {
        ...record,
        at: Math.min(at, record.at),
        count: count + record.count,
        ms: record.ms && Math.max(ms, record.ms),
      });
    this.schedule();
  }

  private add(added: Series): void {
    const { series } = this.started();
    const key = JSON.stringify([added.name, added.attributes]);
    const known = series.get(key);
    const values = [...(known?.values ?? []), ...added.values];
    if (known || series.size < MAX_SERIES)
      series.set(key, { ...added, values: added.bounds ? values.slice(0, MAX_VALUES) : [sumOf(values)] });
    this.schedule();
  }

  private async post<Item>(
    path: OtlpPath,
    items: readonly Item[],
    encode: (fitting: readonly Item[]) => string,
  ): Promise<Answer> {
    if (items.length === 0) return { isDone: true, again: false, delayMs: 0 };
    let fitting = items;
    let body = encode(fitting);
    while (body.length > MAX_BYTES) body = encode((fitting = fitting.slice(0, fitting.length / 2)));
    try {
      const { status, retryAfterMs = 0 } = await this.options.send(this.options.receiver + path, body);
      const isDone = status >= 200 && status < 300;
      return { isDone, again: RETRYABLE.includes(status), delayMs: retryAfterMs };
    } catch {
      // A failure of the reporter itself has nobody to report it to.
      return { isDone: false, again: true, delayMs: 0 };
    }
  }

  private putBack(from: number, records: readonly LogRecord[], series: readonly Series[]): void {
    if (records.length + series.length === 0) return;
    const later = this.batch;
    this.batch = emptyBatch(from);
    for (const record of [...records, ...later.records.values()]) this.addRecord(record);
    for (const each of [...series, ...later.series.values()]) this.add(each);
  }

  private pauseAfter(isDone: boolean, delayMs: number): void {
    this.failures = isDone ? 0 : this.failures + 1;
    if (isDone) return;
    const backOffMs = Math.min(FIRST_RETRY_MS * 2 ** (this.failures - 1), MAX_RETRY_MS) * (0.5 + this.options.random());
    this.silentUntil = this.options.clock.now() + Math.max(backOffMs, delayMs);
  }

  /** Sends after the time of a batch, or once the pause is over. */
  private schedule(): void {
    if (this.isScheduled || this.isEmpty()) return;
    this.isScheduled = true;
    const { clock } = this.options;
    void this.flushAfter(Math.max(BATCH_MS, this.silentUntil - clock.now()));
  }

  private async flushAfter(ms: number): Promise<void> {
    await this.options.clock.sleep(ms);
    this.isScheduled = false;
    await this.flush();
    this.schedule();
  }

  private isEmpty(): boolean {
    return this.batch.records.size + this.batch.series.size === 0;
  }

  /** The batch, which begins with its first event. */
  private started(): Batch {
    if (this.isEmpty()) this.batch.from = Math.min(this.batch.from, this.options.clock.now());
    return this.batch;
  }
}

const emptyBatch = (from = Infinity): Batch => ({ from, records: new Map(), series: new Map() });
