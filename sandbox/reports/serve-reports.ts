import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { send, sendJson } from '../exchange.ts';
import type { Fault, Faults } from '../faults.ts';
import { isOwn } from '../local-network.ts';
import type { Reports } from './reports.ts';
import { violationsOf, type Signal } from './validate.ts';

/** The base of the receiver; a page posts to `v1/logs` and `v1/metrics` below it. */
export const RECEIVER_PATH = '/__sandbox/otlp';

/** A browser sends no more than this in requests that outlive their page (`keepalive`). The collector of deploy/telemetry has the same limit. */
const BODY_LIMIT_BYTES = 64 * 1024;
const PREFLIGHT_LASTS_S = 7_200;
const SIGNALS: Record<string, Signal> = { 'v1/logs': 'logs', 'v1/metrics': 'metrics' };

/** The codes of gRPC that a collector writes into the body of a refusal. */
const INVALID_ARGUMENT = 3;
const UNAVAILABLE = 14;

interface Parts {
  reports: Reports;
  faults: Faults;
  /** The names and addresses of this machine. Pages of other names get no CORS answer. */
  names: readonly string[];
  complain: (message: string) => void;
}

/** Takes reports as the OTLP/HTTP receiver of an OpenTelemetry collector does, and refuses what is not valid OTLP. */
export function serveReports({ reports, faults, names, complain }: Parts) {
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const { method = 'GET', headers } = request;
    if (!isOwn(headers, names))
      return sendJson(response, 403, { code: 7, message: `the receiver answers only as ${names.join(', ')}` });
    const signal = Object.hasOwn(SIGNALS, path) ? SIGNALS[path] : undefined;
    if (signal === undefined) return send(response, 404, 'text/plain', '404 page not found\n');
    allowOrigin(response, headers.origin);
    if (method === 'OPTIONS') return preflight(response);
    if (method !== 'POST') return send(response, 405, 'text/plain', '405 method not allowed, supported: [POST]');

    const fault = faults.take(`otlp/${path}`);
    if (fault?.kind === 'reset-before') return void request.socket.destroy();
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json' || headers['content-encoding'] !== undefined)
      return send(response, 415, 'text/plain', '415 unsupported media type, supported: [application/json]');
    const text = await textOf(request);
    if (text === undefined) {
      response.setHeader('connection', 'close');
      return refuse(response, 413, INVALID_ARGUMENT, `the body exceeds ${BODY_LIMIT_BYTES} bytes`);
    }
    if (fault?.kind === 'latency') await rest(fault.ms);
    if (fault && (await strike(fault, response))) return;

    const violations = violationsOf(signal, text);
    reports.add(signal, text, violations);
    if (fault?.kind === 'reset-after') return void request.socket.destroy();
    for (const violation of violations) complain(`invalid report: ${violation}`);
    if (violations.length > 0) return refuse(response, 400, INVALID_ARGUMENT, violations.join('; '));
    sendJson(response, 200, fault?.kind === 'refuse' ? rejected(signal, fault) : { partialSuccess: {} });
  };
}

/** The body as text; undefined if it is too long. */
async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= BODY_LIMIT_BYTES) parts.push(part);
  }
  return length > BODY_LIMIT_BYTES ? undefined : Buffer.concat(parts).toString('utf8');
}

/** Acts as a fault demands. Returns false for a fault that lets the document through. */
async function strike(fault: Fault, response: ServerResponse): Promise<boolean> {
  const { kind, status, message, retryAfter } = fault;
  if (kind === 'hang') return true;
  if (kind === 'http') {
    if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
    refuse(response, status, UNAVAILABLE, message);
    return true;
  }
  if (kind === 'html') {
    send(response, status, 'text/html; charset=utf-8', '<!doctype html><title>502 Bad Gateway</title>');
    return true;
  }
  if (kind === 'malformed') {
    send(response, 200, 'application/json', '{"partialSuccess":');
    return true;
  }
  return false;
}

/** What a collector answers when it took a request and threw some of its content away. */
function rejected(signal: Signal, { message }: Fault) {
  const field = signal === 'logs' ? 'rejectedLogRecords' : 'rejectedDataPoints';
  return { partialSuccess: { [field]: '1', errorMessage: message } };
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  sendJson(response, status, { code, message });
}

function allowOrigin(response: ServerResponse, origin: string | undefined): void {
  response.setHeader('vary', 'Origin');
  if (origin !== undefined) response.setHeader('access-control-allow-origin', origin);
}

function preflight(response: ServerResponse): void {
  response
    .writeHead(204, {
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      'access-control-max-age': String(PREFLIGHT_LASTS_S),
    })
    .end();
}
