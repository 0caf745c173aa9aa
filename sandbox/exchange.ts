import type { IncomingMessage, ServerResponse } from 'node:http';

const BODY_LIMIT = 1024 * 1024;

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
