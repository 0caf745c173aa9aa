import { fragmentWithoutSecrets } from '../../core/session/credentials.ts';
import { openSession, type OpenSession } from '../../core/session/session.ts';

/** Opens the session of this page, and takes the credentials out of its address. Call it before anything reads the address. */
export function takeToken(storage: Parameters<typeof openSession>[0]): OpenSession {
  const opened = openSession(storage);
  const { search, hash, origin } = window.location;
  // A server sends the page at an address with a doubled slash, too, and the router finds no screen there.
  const pathname = window.location.pathname.replace(/\/{2,}/g, '/');
  const path = pathBelow(new URL(document.baseURI).pathname, pathname);
  const query = opened.session.open(path, search);
  // The router takes an address with a slash at its end for the screen, whose path the page compares.
  const screenPath = path === '/' ? pathname : pathname.replace(/\/+$/, '');
  window.history.replaceState(window.history.state, '', origin + screenPath + query + fragmentWithoutSecrets(hash));
  return opened;
}

/** Returns the path below `root`, which ends with a slash; a server may also send the page at `root` without it. */
function pathBelow(root: string, path: string): string {
  return `${path}/`.startsWith(root) ? `/${path.slice(root.length)}` : path;
}
