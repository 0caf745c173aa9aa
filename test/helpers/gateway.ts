import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A gateway before a server: it answers a request itself where `refusal` gives a status for it, as nginx does, without a time to wait. */
export async function gatewayTo(
  server: string,
  refusal: () => number | undefined,
): Promise<{ url: string; close: () => Promise<void> }> {
  const gateway = createServer((request, response) => {
    const status = refusal();
    if (status !== undefined) {
      request.resume();
      response.writeHead(status, { 'content-type': 'text/html' }).end('<html></html>');
      return;
    }
    const { method, headers, url = '/' } = request;
    request.pipe(
      forward(new URL(url, server), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }).on('error', () => response.destroy()),
    );
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        gateway.close(() => resolve());
        gateway.closeAllConnections();
      }),
  };
}
