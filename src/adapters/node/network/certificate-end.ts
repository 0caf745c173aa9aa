import { isIP } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';

const TIMEOUT_MS = 5_000;

/** When the certificate of a server ends, epoch ms; undefined if the server shows none in time that is accepted. */
export function certificateEnd({ hostname, port }: URL, options: ConnectionOptions = {}): Promise<number | undefined> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const servername = isIP(host) === 0 ? host : undefined;
    const socket = connect({ host, port: Number(port || 443), servername, ...options });
    const end = (endsAt?: number) => {
      socket.destroy();
      resolve(endsAt);
    };
    socket.setTimeout(TIMEOUT_MS, () => end());
    socket.once('error', () => end());
    socket.once('secureConnect', () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(endsAt) ? undefined : endsAt);
    });
  });
}
