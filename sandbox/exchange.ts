import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const BODY_LIMIT = 1024 * 1024;
const PARTS_A_SECOND = 20;

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > BODY_LIMIT) throw new Error('the body exceeds 1 MiB');
  }
  return text;
}

/** The body parsed as JSON. An empty body gives an empty object, and invalid JSON gives undefined. */
export async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const text = await bodyOf(request);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
}

export function sendJson(response: ServerResponse, status: number, answer: unknown): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(answer));
}

/** Sends a JSON answer at this speed. */
export async function sendSlowly(
  response: ServerResponse,
  status: number,
  answer: unknown,
  bytesPerSecond: number,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(answer));
  const part = Math.ceil(bytesPerSecond / PARTS_A_SECOND);
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  for (let from = 0; from < body.length && !response.destroyed; from += part) {
    response.write(body.subarray(from, from + part));
    await sleep(1_000 / PARTS_A_SECOND);
  }
  response.end();
}
