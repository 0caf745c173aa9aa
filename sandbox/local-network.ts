import { networkInterfaces } from 'node:os';

/** The names by which programs on this machine reach a loopback port. */
export const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** The IPv4 addresses of this machine in its networks, without loopback. */
export function networkAddresses(interfaces = networkInterfaces()): string[] {
  return Object.values(interfaces).flatMap((addresses = []) =>
    addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
}

/** The name or address of a Host header or of an origin, without its port. */
export function hostName(authority: string): string {
  return authority.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
}
