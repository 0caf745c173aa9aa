import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { bodyOf, send, sendJson, sendSlowly } from '../exchange.ts';
import { GARBAGE, type Faults } from '../faults.ts';
import type { Answers } from './answers.ts';

interface Parts {
  answers: () => Answers;
  faults: Faults;
}

const ERROR_PAGE =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';

const MISSHAPEN = { ok: true, result: ['nothing of the contract'] };

const PLAIN_ID = /^[\w-]{1,64}$/;

/** Serves the cloud's calls, or the fault that is queued for a call. */
export function serveCloud({ answers, faults }: Parts) {
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<void> => {
    const fault = faults.take(path);
    const requestId = request.headers['x-request-id'];
    response.setHeader(
      'x-request-id',
      typeof requestId === 'string' && PLAIN_ID.test(requestId) ? requestId : randomUUID(),
    );
    if (fault?.kind === 'reset-before') {
      request.socket.destroy();
      return;
    }
    const body = await bodyOf(request);
    if (fault?.kind === 'latency') await rest(fault.ms);
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'garbage') return void request.socket.end(GARBAGE);
    if (fault?.kind === 'http' && fault.retryAfter !== undefined)
      response.setHeader('retry-after', String(fault.retryAfter));
    if (fault?.kind === 'http')
      return sendJson(response, fault.status, { code: String(fault.status), message: fault.message, data: null });
    if (fault?.kind === 'html') return send(response, fault.status, 'text/html; charset=utf-8', ERROR_PAGE);
    if (fault?.kind === 'malformed')
      return send(response, 200, 'application/json', '{"code":"200","message":"success","data":{');
    if (fault?.kind === 'misshapen') return sendJson(response, 200, MISSHAPEN);
    if (fault?.kind === 'refuse')
      return sendJson(response, 200, { code: fault.code, message: fault.message, data: null });
    const { status, answer } = answers().answer({
      method: request.method,
      headers: request.headers,
      path,
      query,
      body,
    });
    if (fault?.kind === 'hang-after') return;
    if (fault?.kind === 'reset-after') request.socket.destroy();
    else if (fault?.kind === 'bandwidth') await sendSlowly(response, status, answer, fault.bytesPerSecond);
    else sendJson(response, status, answer);
  };
}
