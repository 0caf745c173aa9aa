/* The link by which a demo user enters the app from WeChat. */

import { world } from './world.js';

/* `more`: parameters beside the user's own; undefined ones are left out. */
export function linkFor({ entryLink }, more = {}) {
  const address = new URL(entryLink, location.origin);
  address.pathname = world().appPath ?? '/';
  for (const [name, value] of Object.entries(more)) if (value !== undefined) address.searchParams.set(name, value);
  return address.pathname + address.search;
}
