import { expect, test } from 'vitest';
import { networkAddresses } from '../../sandbox/local-network.ts';
import { BrowserPerson } from './browser-person.ts';
import { journeys } from './journeys.ts';
import { takeNewPhone } from './phones.ts';

test.skipIf(networkAddresses().length === 0)(
  'A phone in the local network rents, pays, is treated and stops over plain http',
  async () => {
    const phone = await takeNewPhone({ inNetwork: true });
    const { world } = phone;
    const journey = journeys.find(({ name }) => name === 'A user rents by duration and is treated');
    const person = BrowserPerson.with(phone);
    await journey?.walk(person, world);
    expect(person.complaints()).toEqual([]);
    expect(await world.effects()).toMatchObject(journey?.effects ?? { starts: 1 });
  },
);
