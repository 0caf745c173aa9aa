import { type AddressInfo, createServer } from 'node:net';

/** A local port without a listener, for a program that needs a port number. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A local port at which nothing listens, and that no other program gets by chance. */
export const CLOSED_PORT = 1;
