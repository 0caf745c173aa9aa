import type { ConfigurationValues } from '../../../core/api/configuration/configuration.ts';
import { isWebAddress } from '../../../core/basics/web-address.ts';
import { copy } from '../../copy/zh-CN.ts';

interface SupportContact {
  /** A `tel:` number or an https address. */
  href: string;
  label: string;
  /** The number or the address as display text. */
  shown: string;
}

/** Returns the support contact of the configuration; undefined if it has no phone number and no https address. */
export function supportContact({ phone, url }: ConfigurationValues['support']): SupportContact | undefined {
  const digits = phone?.replace(/[^\d+]/g, '');
  if (phone !== undefined && digits) return { href: `tel:${digits}`, label: copy.support.call, shown: phone };
  return isWebAddress(url) ? { href: url, label: copy.support.open, shown: url } : undefined;
}
