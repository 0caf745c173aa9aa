import { parseQuery } from './query-string.ts';
import { typedText } from './typed-text.ts';

const BARCODE_PREFIX = /^(?:EAN_8|EAN_13|CODE_25|CODE_39|CODE_93|CODE_128|UPC_A|UPC_E|ITF|CODABAR),/;
const DEVICE_NUMBER = /^[A-Za-z0-9_-]{4,64}$/;

/**
 * Extracts the device number from a scanned or typed code: a link with `sno` in its query, or the bare number. Returns
 * undefined for anything else.
 */
export function deviceNumberOf(code: string): string | undefined {
  const text = typedText(code).replace(BARCODE_PREFIX, '').trim();
  const candidate = /^https?:\/\//i.test(text) ? numberInLink(text) : text;
  return candidate !== undefined && DEVICE_NUMBER.test(candidate) ? candidate : undefined;
}

/** The same for every spelling of a device's number: a person may type, and the server may send, either case. */
export function deviceKey(sno: string): string {
  return sno.toLowerCase();
}

/** True if two numbers are of one device. */
export function isSameDevice(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && deviceKey(one) === deviceKey(other);
}

/** True if one of the numbers is of this device. */
export function hasDevice(numbers: readonly (string | undefined)[], sno: string): boolean {
  return numbers.some((each) => isSameDevice(each, sno));
}

/** Returns each device once, by the first spelling of its number. */
export function distinctDevices(numbers: readonly string[]): string[] {
  return numbers.filter((sno, index) => numbers.findIndex((each) => isSameDevice(each, sno)) === index);
}

function numberInLink(link: string): string | undefined {
  const [beforeHash = ''] = link.split('#');
  const queryStart = beforeHash.indexOf('?');
  return queryStart < 0 ? undefined : parseQuery(beforeHash.slice(queryStart)).get('sno');
}
