import { WebAppStorage } from '../adapters/browser/web-app-storage.ts';
import { fragmentWithoutSecrets } from '../core/session/credentials.ts';
import { openSession, type OpenSession } from '../core/session/session.ts';

export const storage = new WebAppStorage();

/** The session of this page. Importing this module takes the credentials out of the address, before any other code runs. */
export const opened: OpenSession = openSession(storage);

const { pathname, search, hash, origin } = window.location;
const query = opened.session.open(pathname, search);
window.history.replaceState(window.history.state, '', origin + pathname + query + fragmentWithoutSecrets(hash));
