import { expect, test } from 'vitest';
import { networkAddresses } from '../../sandbox/local-network.ts';
import { World } from '../helpers/world.ts';
import { BrowserPerson } from './browser-person.ts';
import { afterThisTest } from './failure-record.ts';
import { journeys } from './journeys.ts';
import { sharedBrowser } from './shared-browser.ts';

const shared = sharedBrowser();

test.skipIf(networkAddresses().length === 0)(
  'A phone in the local network rents, pays, is treated and stops over plain http',
  async () => {
    const world = await World.start({ page: true, inNetwork: true });
    afterThisTest(() => world.close());
    const journey = journeys.find(({ name }) => name === 'A user rents by duration and is treated');
    const person = await BrowserPerson.open(shared.browser, world);
    afterThisTest(() => person.leaves());
    await journey?.walk(person, world);
    expect(person.complaints()).toEqual([]);
    expect(await world.effects()).toMatchObject(journey?.effects ?? { starts: 1 });
  },
);
