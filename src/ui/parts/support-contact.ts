import type { ConfigurationValues } from '../../core/api/configuration.ts';
import { isWebAddress } from '../../core/web-address.ts';
import { copy } from '../copy/zh-CN.ts';

interface SupportContact {
  /** A `tel:` number or an https address. */
  href: string;
  label: string;
  /** The number or the address, to be read. */
  shown: string;
}

/** How the deployment's support is reached; undefined where the configuration names no safe way. */
export function supportContact({ phone, url }: ConfigurationValues['support']): SupportContact | undefined {
  const digits = phone?.replace(/[^\d+]/g, '');
  if (phone !== undefined && digits) return { href: `tel:${digits}`, label: copy.support.call, shown: phone };
  return isWebAddress(url) ? { href: url, label: copy.support.open, shown: url } : undefined;
}
