import { expect, test } from 'vitest';
import { sharedBrowserAndWorld } from './shared-browser.ts';
import { BrowserPerson } from './browser-person.ts';
import { afterThisTest } from './failure-record.ts';

const shared = sharedBrowserAndWorld();

async function withSharedLink<Ending>(
  goOn: (person: BrowserPerson, link: string) => Promise<Ending>,
  options = {},
): Promise<Ending> {
  const person = await BrowserPerson.open(shared.browser, shared.world, options);
  afterThisTest(() => person.leaves());
  await person.arrives('leaser', 'PL10003');
  return goOn(person, await person.sendsToAFriend());
}

test('The link that a friend receives contains no data of the sender', () =>
  withSharedLink(async (person, link) => {
    const { accessToken, openid, mobile, entryLink } = await shared.world.user('leaser');
    const carried = new URL(entryLink, shared.world.url).searchParams.values();
    for (const secret of [accessToken, openid, mobile, ...carried]) expect(link).not.toContain(secret);
    expect(person.complaints()).toEqual([]);
  }));

test('WeChat’s menu shares the device only while the sharing screen is open', () =>
  withSharedLink(async (person) => {
    expect(await person.menuSharesADevice()).toBe(true);
    await person.goesBack();
    expect(await person.menuSharesADevice()).toBe(false);
  }));

test('A user who opens the shared link outside WeChat is asked to enter through WeChat', () =>
  withSharedLink(async (person, link) => {
    expect(await person.friendOpens(link)).toEqual({ see: 'from WeChat only' });
    expect(person.complaints()).toEqual([]);
  }));

test('A user without a share of the device, and without uses, is led to buy uses, and nothing starts', () =>
  withSharedLink(async (person, link) => {
    expect(await person.friendOpens(link, 'ordinary')).toEqual({ see: 'modes' });
    expect(await person.starts('bio')).toEqual({ see: 'exhausted' });
    expect(await shared.world.effects()).toMatchObject({ starts: 0, usesDeducted: 0 });
    expect(person.complaints()).toEqual([]);
  }));

test('The renter who opens their own shared link enters the device', () =>
  withSharedLink(async (person, link) => {
    expect(await person.friendOpens(link, 'leaser')).toEqual({ see: 'modes' });
    expect(await person.opensTheShares()).toEqual({ see: 'shares', people: 1 });
  }));
