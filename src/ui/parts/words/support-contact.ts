import type { ConfigurationValues } from '../../../core/api/configuration/configuration.ts';
import { typedText } from '../../../core/basics/typed-text.ts';
import { isWebAddress } from '../../../core/basics/web-address.ts';
import { copy } from '../../copy/zh-CN.ts';

interface SupportContact {
  /** A `tel:` number or an https address. */
  href: string;
  label: string;
  /** The number or the address as display text. */
  shown: string;
}

const TIME_OF_DAY = /\d{1,2}:\d\d/g;
/** With the code of a country, an area in brackets, and spaces, dots or dashes between its groups. */
const NUMBER = /(?:\+\d{1,3}[\s-]*)?\(?\d+\)?(?:[\s.\u2010-\u2015-]{0,3}\d+)*/g;

/** The number to dial, whose text may also say when somebody answers, or name an extension or a second number. */
function dialledIn(phone: string): string {
  const numbers = typedText(phone).replaceAll(TIME_OF_DAY, '/').match(NUMBER) ?? [];
  const dialled = numbers.map((number) => number.replace(/[^\d+]/g, ''));
  return dialled.reduce((longest, each) => (each.length > longest.length ? each : longest), '');
}

/** Returns the support contact of the configuration; undefined if it has no phone number and no https address. */
export function supportContact({ phone, url }: ConfigurationValues['support']): SupportContact | undefined {
  const dialled = dialledIn(phone ?? '');
  if (phone !== undefined && dialled !== '') return { href: `tel:${dialled}`, label: copy.support.call, shown: phone };
  return isWebAddress(url) ? { href: url, label: copy.support.open, shown: url } : undefined;
}
