import { expect, test } from 'vitest';
import { aBrowserAndAWorld } from './browser-of-a-file.ts';
import { BrowserPerson } from './browser-person.ts';
import { afterThisTest } from './failure-record.ts';

const shared = aBrowserAndAWorld();

async function withALink<Ending>(
  goOn: (person: BrowserPerson, link: string) => Promise<Ending>,
  looks = {},
): Promise<Ending> {
  const person = await BrowserPerson.come(shared.browser, shared.world, looks);
  afterThisTest(() => person.leaves());
  await person.arrives('leaser', 'PL10003');
  return goOn(person, await person.sendsToAFriend());
}

test('The link that a friend receives contains no data of the sender', () =>
  withALink(async (person, link) => {
    const { accessToken, openid, mobile, entryLink } = await shared.world.user('leaser');
    const carried = new URL(entryLink, shared.world.url).searchParams.values();
    for (const secret of [accessToken, openid, mobile, ...carried]) expect(link).not.toContain(secret);
    expect(person.complaints()).toEqual([]);
  }));

test('WeChat’s menu shares the device only while the sharing screen is open', () =>
  withALink(async (person) => {
    expect(await person.menuHoldsADevice()).toBe(true);
    await person.goesBack();
    expect(await person.menuHoldsADevice()).toBe(false);
  }));

test('A user who opens the shared link outside WeChat is told to enter through WeChat', () =>
  withALink(async (person, link) => {
    expect(await person.friendOpens(link)).toEqual({ see: 'from WeChat only' });
    expect(person.complaints()).toEqual([]);
  }));

test('A user without a share of the device sees the server’s message, and nothing starts', () =>
  withALink(async (person, link) => {
    expect(await person.friendOpens(link, 'ordinary')).toEqual({ see: 'modes' });
    expect(await person.startsInVain('bio')).toBe('设备已被租用');
    expect(await shared.world.effects()).toMatchObject({ starts: 0, usesDeducted: 0 });
    expect(person.complaints()).toEqual([]);
  }));

test('The renter who opens their own shared link enters the device', () =>
  withALink(async (person, link) => {
    expect(await person.friendOpens(link, 'leaser')).toEqual({ see: 'modes' });
    expect(await person.opensTheShares()).toEqual({ see: 'shares', people: 1 });
  }));
