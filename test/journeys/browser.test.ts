import { aBrowser } from './browser-of-a-file.ts';
import { BrowserPerson } from './browser-person.ts';
import { walkAll } from './walk.ts';

const shared = aBrowser();

walkAll('browser', { page: true, sideBySide: true }, (world) => BrowserPerson.come(shared.browser, world));
