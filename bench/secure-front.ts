import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The sandbox inserts this script into the page; no other server does. */
const SANDBOX_SCRIPT = '<script src="/__sandbox/clock.js"></script>';
const OF_ONE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'http2-settings'];

/**
 * A front server as in production: TLS and HTTP/2, with a temporary certificate, for the page, its calls and its device
 * channel. It removes the sandbox's own script from the page.
 */
export class SecureFront {
  private constructor(
    readonly url: string,
    private readonly server: Http2SecureServer,
  ) {}

  /** Undefined if no certificate can be created. */
  static async before(target: string): Promise<SecureFront | undefined> {
    const certificate = makeCertificate();
    if (!certificate) return undefined;
    const { hostname, port: portBehind } = new URL(target);
    const channel = `"gizWssPort":${portBehind}`;
    const port = () => (server.address() as AddressInfo).port;
    const server = createSecureServer({ ...certificate, allowHTTP1: true }, (incoming, outgoing) => {
      const behind = request(
        new URL(incoming.url, target),
        {
          method: incoming.method,
          headers: passedOn(incoming.headers, isForPage(incoming.headers) ? ['accept-encoding'] : []),
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, passedOn(answer.headers, ['content-length']));
          if (isForPage(incoming.headers))
            void text(answer).then((page) => outgoing.end(page.replace(SANDBOX_SCRIPT, '')));
          else if (incoming.url.includes('/intoDevicePage'))
            void text(answer).then((said) => outgoing.end(said.replace(channel, `"gizWssPort":${port()}`)));
          else answer.pipe(outgoing);
        },
      );
      behind.on('error', () => outgoing.stream.destroy());
      incoming.pipe(behind);
    });
    server.on('upgrade', ({ url, rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer) => {
      const lines = rawHeaders.map((word, at) => (at % 2 === 0 ? `${word}: ` : `${word}\r\n`)).join('');
      const behind = connect(Number(portBehind), hostname, () => behind.write(`GET ${url} HTTP/1.1\r\n${lines}\r\n`));
      behind.write(head);
      for (const end of [behind, socket]) end.on('error', () => [behind, socket].forEach((each) => each.destroy()));
      socket.pipe(behind).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SecureFront(`https://127.0.0.1:${port()}`, server);
  }

  close(): void {
    this.server.close();
  }
}

const isForPage = ({ accept = '' }: IncomingHttpHeaders) => accept.includes('text/html');

function passedOn(headers: IncomingHttpHeaders, without: readonly string[] = []): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith(':') && ![...OF_ONE_CONNECTION, ...without].includes(name),
    ),
  );
}

function makeCertificate(): { key: Buffer; cert: Buffer } | undefined {
  const directory = mkdtempSync(path.join(tmpdir(), 'physio-'));
  const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')];
  try {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=127.0.0.1',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch {
    return undefined;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
