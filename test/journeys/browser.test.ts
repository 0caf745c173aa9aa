import { BrowserPerson } from './browser-person.ts';
import { takePhone } from './phones.ts';
import { testJourneys } from './walk.ts';

testJourneys(
  'browser',
  async () => {
    const phone = await takePhone();
    return { person: BrowserPerson.with(phone), world: phone.world };
  },
  { isConcurrent: true },
);
