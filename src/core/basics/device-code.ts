import { parseQuery } from './query-string.ts';

const BARCODE_PREFIX = /^(?:EAN_8|EAN_13|CODE_25|CODE_39|CODE_93|CODE_128|UPC_A|UPC_E|ITF|CODABAR),/;
const DEVICE_NUMBER = /^[A-Za-z0-9_-]{4,64}$/;

/**
 * Extracts the device number from a scanned or typed code: a link with `sno` in its query, or the bare number. Returns
 * undefined for anything else.
 */
export function deviceNumberOf(code: string): string | undefined {
  const text = code.trim().replace(BARCODE_PREFIX, '').trim();
  const candidate = /^https?:\/\//i.test(text) ? numberInLink(text) : text;
  return candidate !== undefined && DEVICE_NUMBER.test(candidate) ? candidate : undefined;
}

/** True if two numbers are of one device. They are compared without case, because the server may send either. */
export function isSameDevice(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase();
}

function numberInLink(link: string): string | undefined {
  const [beforeHash = ''] = link.split('#');
  const queryStart = beforeHash.indexOf('?');
  return queryStart < 0 ? undefined : parseQuery(beforeHash.slice(queryStart)).get('sno');
}
