import { sharedBrowser } from './shared-browser.ts';
import { BrowserPerson } from './browser-person.ts';
import { testJourneys } from './walk.ts';

const shared = sharedBrowser();

testJourneys('browser', { page: true, isConcurrent: true }, (world) => BrowserPerson.open(shared.browser, world));
