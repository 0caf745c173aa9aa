import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';

/** nginx trusts only `upstream`. `stranger` has an unknown issuer, `misnamed` another host name. */
export type Certificate = 'upstream' | 'stranger' | 'misnamed';

const file = (name: string) => readFileSync(path.join('test/journeys/certificates', name));

/** A TLS server with a test certificate that forwards every request and connection to a server without TLS. */
export class Upstream {
  private constructor(
    readonly url: string,
    private readonly server: Server,
    /** How many requests and connections passed the TLS handshake. */
    readonly came: { count: number },
  ) {}

  static async start(target: string, certificate: Certificate = 'upstream'): Promise<Upstream> {
    const came = { count: 0 };
    const { hostname, port } = new URL(target);
    const server = createServer(
      { key: file('upstream.key'), cert: file(`${certificate}.pem`) },
      (incoming, outgoing) => {
        came.count += 1;
        const onward = request(
          { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
          },
        );
        incoming.pipe(onward.on('error', () => outgoing.destroy()));
      },
    );
    server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
      came.count += 1;
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1] ?? ''}`] : []));
      const onward = connect(Number(port), hostname, () =>
        onward.write([`${method ?? 'GET'} ${url ?? '/'} HTTP/1.1`, ...lines, '', ''].join('\r\n')),
      );
      onward.write(head);
      onward.pipe(socket).pipe(onward);
      for (const end of [onward, socket]) end.on('error', () => [onward, socket].forEach((each) => each.destroy()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Upstream(`https://127.0.0.1:${(server.address() as AddressInfo).port}`, server, came);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
