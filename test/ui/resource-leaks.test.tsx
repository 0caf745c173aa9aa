// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { checkDevice, enterPage, readLatest } from '../../src/core/device/api.ts';
import { listRefunds } from '../../src/core/wallet/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness } from './app-harness.tsx';
import { CHANNEL, RUNNING, WORKS } from './under-treatment.ts';

const ROUNDS = 8;

/** Each screen and a text that it shows once it has loaded. */
const SCREENS: [address: string, words: string][] = [
  ['/my?tab=device', copy.my.rent],
  ['/my?tab=my', copy.titles.orderList],
  ['/lease', copy.lease.duration],
  ['/modeMenu', copy.modes.tiles.bio],
  ['/custom', copy.custom.start],
  ['/process?sno=PL1001', copy.treatment.stop],
  ['/orderDetail?orderNo=L100', copy.orders.pay],
  ['/my/cardList', copy.cards.none],
  ['/my/orderList', copy.orders.none],
  ['/my/refundList', copy.refunds.none],
  ['/my/feedback', copy.feedback.send],
  ['/my/about', copy.about.version('1.0.0')],
  ['/login', copy.login.askForCode],
  ['/share', copy.share.none],
  ['/nowhere', copy.notFound.title],
];

/** Counts the listeners of window and document, which outlive every screen. */
function listeners(): () => number {
  let count = 0;
  for (const target of [window, document]) {
    const { addEventListener, removeEventListener } = target;
    const held = new Set<unknown>();
    vi.spyOn(target, 'addEventListener').mockImplementation((...given: unknown[]) => {
      if (!held.has(given[1])) count += 1;
      held.add(given[1]);
      Reflect.apply(addEventListener, target, given);
    });
    vi.spyOn(target, 'removeEventListener').mockImplementation((...given: unknown[]) => {
      if (held.delete(given[1])) count -= 1;
      Reflect.apply(removeEventListener, target, given);
    });
  }
  return () => count;
}

async function visit(address: string): Promise<void> {
  await act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
}

test('Visiting all screens repeatedly leaves no listener, timer or connection open', { timeout: 60_000 }, async () => {
  const held = listeners();
  const app = new AppHarness()
    .withOwnLease()
    .reply(readLatest, RUNNING)
    .reply(checkDevice, WORKS)
    .reply(enterPage, CHANNEL)
    .reply(listRefunds, aPage());
  app.open('/my');
  for (const [address, words] of SCREENS) {
    await visit(address);
    await screen.findAllByText(words);
  }
  const visitAll = async () => {
    for (const [address] of SCREENS) await visit(address);
    await app.advance(60_000);
  };
  await visitAll();
  const before = { listeners: held(), timers: app.clock.pending, connections: app.channel.openConnections };
  for (let round = 0; round < ROUNDS; round += 1) await visitAll();
  expect({ listeners: held(), timers: app.clock.pending, connections: app.channel.openConnections }).toEqual(before);
  expect(before.connections).toBe(0);
  expect(app.channel.lines.length).toBeGreaterThan(ROUNDS);
});
