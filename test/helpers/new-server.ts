import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { CALLS } from '../../src/core/api/calls.ts';
import { exampleAnswers } from './example-answers.ts';

/** What a server gets wrong: the data of a call, made from the right data. */
export type Wrong = Readonly<Record<string, (data: never) => unknown>>;

/** A small server of the contract with a device channel, whose answers are wrong until they are mended. */
export interface NewServer {
  port: number;
  wrong: Map<string, (data: never) => unknown>;
  close(): Promise<void>;
}

const TOKEN_HEADER = 'authorization';

export async function startNewServer(wrong: Wrong): Promise<NewServer> {
  const wrongs = new Map(Object.entries(wrong));
  const rightAnswers = new Map<string, unknown>(Object.entries(exampleAnswers));
  const answer = (name: string): unknown => {
    const { port } = server.address() as AddressInfo;
    const right =
      name === 'device.enterPage'
        ? {
            ...exampleAnswers[name],
            deviceDetailWebSocketVo: { gizDid: 'did-1', gizHost: '127.0.0.1', gizWsPort: port, gizWssPort: port },
          }
        : rightAnswers.get(name);
    const make = wrongs.get(name) as ((data: unknown) => unknown) | undefined;
    return make ? make(right) : right;
  };
  const server = createServer((request, response) => {
    request.resume();
    const { status, body } = answerTo(request, answer);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const channel = new WebSocketServer({ server, path: '/ws/app/v1' });
  channel.on('connection', (socket) =>
    socket.on('message', (frame) => {
      const { cmd } = JSON.parse(String(frame)) as { cmd: string };
      const reply = FRAMES[cmd];
      if (reply) socket.send(JSON.stringify(reply));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    wrong: wrongs,
    close: async () => {
      for (const client of channel.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo({ url = '/', headers }: IncomingMessage, answer: (name: string) => unknown) {
  const { pathname } = new URL(url, 'http://new-server');
  const name = Object.entries(CALLS).find(([, { path }]) => `/api${path}` === pathname)?.[0];
  if (name === undefined) return { status: 404, body: {} };
  if (headers[TOKEN_HEADER] === undefined) return { status: 401, body: {} };
  return { status: 200, body: { code: '200', message: 'success', data: answer(name) } };
}

const FRAMES: Readonly<Record<string, unknown>> = {
  login_req: { cmd: 'login_res', data: { success: true } },
  subscribe_req: { cmd: 'subscribe_res', data: { success: [{ did: 'did-1' }], failed: [] } },
  c2s_read: { cmd: 's2c_noti', data: { did: 'did-1', attrs: { OnOff: 0 } } },
  ping: { cmd: 'pong' },
};
