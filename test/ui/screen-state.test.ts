import { expect, test } from 'vitest';
import { reaction } from 'mobx';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { historyAddresses } from '../../src/ui/state/history-addresses.ts';
import { drafts } from '../../src/ui/state/drafts.ts';
import { bindingBannerDismissed, customSettings, shownOrder } from '../../src/ui/state/screen-state.ts';
import { lastDevice } from '../../src/ui/state/last-device.ts';
import { describeDamage } from '../helpers/damaged-values.ts';

describeDamage({
  'the order whose detail is shown': {
    area: 'session',
    key: 'shownOrder',
    meant: { kind: 'card', number: 'C-1', state: 'paid', planName: '10次', amountFen: 9_900, orderedAt: 1 },
    read: (scope) => shownOrder(scope).current,
  },
  'the settings of the custom screen': {
    area: 'session',
    key: 'customSettings',
    meant: { sno: 'PL1001', settings: { function: 'bio', auxiliary: 'infrared', workMinutes: 30, voltage: 3 } },
    read: (scope) => customSettings(scope).current,
  },
  'the dismissed banner': {
    area: 'session',
    key: 'bindingBannerDismissed',
    meant: true,
    read: (scope) => bindingBannerDismissed(scope).current,
  },
  'the last device of the visit': {
    area: 'session',
    key: 'lastDevice',
    meant: 'PL1001',
    read: (scope) => lastDevice(scope).current,
  },
  'the addresses in the history': {
    area: 'session',
    key: 'historyAddresses',
    meant: { 0: '/my', 1: '/lease' },
    read: (scope) => historyAddresses(scope).get(),
  },
});

test('A reaction on a stored value runs on each change and on a change of account', () => {
  const scope = new AccountScope(new FakeAppStorage());
  const settings = customSettings(scope);
  const seen: (number | undefined)[] = [];
  const stop = reaction(
    () => settings.current?.settings.workMinutes,
    (minutes) => seen.push(minutes),
  );
  settings.set({ sno: 'PL1001', settings: { auxiliary: 'none', workMinutes: 40 } });
  scope.enter('another account');
  stop();
  expect(seen).toEqual([40, undefined]);
});

test('Discarding one draft keeps the others, and another account has none', () => {
  const scope = new AccountScope(new FakeAppStorage());
  const store = drafts(scope);
  const [share, login] = [
    { name: 'share', about: 'DEV1' },
    { name: 'login', about: '' },
  ] as const;
  store.keep(share, { mobile: '138' }, 1);
  store.keep(login, { mobile: '139', code: '1' }, 1);
  store.discard(share);
  expect([store.of(share, 2), store.of(login, 2)]).toEqual([undefined, { mobile: '139', code: '1' }]);
  scope.enter('another account');
  expect([drafts(scope).of(login, 2), store.of(login, 2)]).toEqual([undefined, undefined]);
});

test('Two windows of one account keep their drafts beside each other, and a draft belongs to what it was begun for', () => {
  const scope = new AccountScope(new FakeAppStorage());
  const [one, other] = [drafts(scope), drafts(scope)];
  const about = (orderNo: string) => ({ name: 'feedback', about: orderNo }) as const;
  one.keep(about('L-1'), { content: 'one', phone: '' }, 1);
  other.keep(about('L-2'), { content: 'other', phone: '' }, 1);
  const kept = drafts(scope);
  expect([kept.of(about('L-1'), 2)?.content, kept.of(about('L-2'), 2)?.content]).toEqual(['one', 'other']);
  expect([kept.of(about(''), 2), kept.of(about('L-1'), 1 + 60 * 60_000)]).toEqual([undefined, undefined]);
});
