import type { Prefetch } from '../core/prefetch.ts';
import type { Session } from '../core/session/session.ts';
import { mainTabOf } from './addresses.ts';

/** Asks what the screen at an address will ask first. What it misses is asked by the screen, and what nobody asks for is forgotten. */
export function askAhead({ pathname, search }: Pick<Location, 'pathname' | 'search'>, reads: Prefetch, session: Session): void {
  const { pageType, sno } = session.credentials();
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
