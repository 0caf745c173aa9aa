import type { IncomingHttpHeaders } from 'node:http';
import { networkInterfaces } from 'node:os';

/** The names by which programs on this machine reach a loopback port. */
export const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The IPv4 addresses of this machine in its networks, without loopback. */
export function networkAddresses(interfaces = networkInterfaces()): string[] {
  return Object.values(interfaces).flatMap((addresses = []) =>
    addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
}

/**
 * False for a request of a foreign page: its name resolves to this machine (Host), or it calls this machine by its address (Origin).
 * Programs that are no browsers send no Origin.
 */
export function isOwn({ host = '', origin }: IncomingHttpHeaders, names: readonly string[]): boolean {
  return names.includes(hostName(host)) && (origin === undefined || names.includes(hostName(origin)));
}

/** The name or address of a Host header or of an origin, without its port. */
export function hostName(authority: string): string {
  return authority.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
}
