import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const SLICES_A_SECOND = 20;
const OF_ANOTHER_PROTOCOL = Buffer.from(
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003not http at all\r\n\r\n',
  'latin1',
);
const PAGE =
  '<!DOCTYPE html><html><head><title>Bad Gateway</title></head><body><h1>Something went wrong</h1></body></html>';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Forwards one call to the server and returns its response, with the given fault. */
export async function carry(
  request: IncomingMessage,
  response: ServerResponse,
  upstream: URL,
  fault: Fault | undefined,
): Promise<void> {
  const body = await whole(request);
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'reset-before':
      return void request.socket.resetAndDestroy();
    case 'html':
      return void response.writeHead(fault.status, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    case 'garbage':
      return void request.socket.end(OF_ANOTHER_PROTOCOL);
  }
  const answer = await forwarded(request, body, upstream);
  switch (fault?.kind) {
    case 'half-open':
      return;
    case 'reset-after':
      return void request.socket.resetAndDestroy();
    case 'malformed':
      return deliver(response, { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length / 2)) });
    case 'misshapen':
      return deliver(response, { ...answer, body: Buffer.from('{"ok":true,"result":["nothing that was agreed"]}') });
    case 'latency':
      await rest(fault.ms);
      return deliver(response, answer);
    case 'bandwidth':
      return trickle(response, answer, Math.max(1, Math.ceil(fault.bytesPerSecond / SLICES_A_SECOND)));
    case undefined:
      return deliver(response, answer);
  }
}

function forwarded(request: IncomingMessage, body: Buffer, upstream: URL): Promise<Answer> {
  const { method, url, headers } = request;
  return new Promise((resolve, reject) => {
    const asking = ask(
      { host: upstream.hostname, port: upstream.port, method, path: url, headers: { ...headers, connection: 'close' } },
      (answer) => {
        whole(answer).then(
          (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
          reject,
        );
      },
    );
    asking.on('error', reject).end(body);
  });
}

async function whole(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function begin(response: ServerResponse, { status, headers, body }: Answer): void {
  const { connection: _, 'transfer-encoding': __, 'content-length': ___, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length });
}

function deliver(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return;
  begin(response, answer);
  response.end(answer.body);
}

async function trickle(response: ServerResponse, answer: Answer, slice: number): Promise<void> {
  begin(response, answer);
  for (let from = 0; from < answer.body.length && !response.destroyed; from += slice) {
    response.write(answer.body.subarray(from, from + slice));
    await rest(1_000 / SLICES_A_SECOND);
  }
  response.end();
}
