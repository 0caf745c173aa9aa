import type { Prefetch } from '../../core/prefetch.ts';
import { mainTabOf } from '../addresses.ts';

/**
 * Sends the first reads of the screen at this address while the page renders. The screen consumes their answers and
 * sends all other requests itself. `pageType` and `sno` are those of the entry link.
 */
export function sendFirstReads(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { pageType, sno }: { pageType?: string; sno?: string },
  reads: Prefetch,
): void {
  const query = new URLSearchParams(search);
  switch (pathname.slice(pathname.lastIndexOf('/'))) {
    case '/':
      if (pageType === 'device') return reads.devices();
      return pageType === 'account' || sno === undefined ? reads.account() : reads.entry(sno);
    case '/my':
      return mainTabOf(query, pageType) === 'device' ? reads.devices() : reads.account();
    case '/process': {
      const device = query.get('sno');
      return device === null ? undefined : reads.treatment(device);
    }
  }
}
