import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocketServer } from 'ws';
import type { AsyncApi, Message, OpenApi } from './documents.ts';

/** A server made from the documents alone. It answers each call and each frame with the first example. */
export interface MockServer {
  port: number;
  /** The paths of the received calls, in order. */
  paths: string[];
  close(): Promise<void>;
}

export async function startMock(openApi: OpenApi, asyncApi: AsyncApi): Promise<MockServer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    void answerTo(request).then(({ status, body }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  const answerTo = async (request: IncomingMessage): Promise<{ status: number; body: unknown }> => {
    const { pathname } = new URL(request.url ?? '/', 'http://mock');
    const operation = openApi.paths[pathname]?.[request.method?.toLowerCase() ?? ''];
    await text(request);
    if (!operation) return { status: 404, body: {} };
    const { Unauthorized } = openApi.components.responses;
    if (!request.headers.authorization) return { status: 401, body: Unauthorized?.content['application/json'].example };
    paths.push(pathname);
    const [first] = Object.values(operation.responses['200'].content['application/json'].examples);
    return { status: 200, body: first?.value };
  };
  const channel = new WebSocketServer({ server, path: asyncApi.channels.device.address });
  channel.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { cmd } = JSON.parse(String(data)) as { cmd: string };
      const [reply] = asyncApi.operations[cmd]?.reply?.messages ?? [];
      const answer: Message | undefined = asyncApi.components.messages[reply?.$ref.split('/').at(-1) ?? ''];
      if (answer) socket.send(JSON.stringify(answer.examples[0]?.payload));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    paths,
    close: async () => {
      for (const client of channel.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
