// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { Shop } from '../ui/shop.tsx';

const names = [
  'device', 'operatorId', 'started', 'plansAreFresh', 'assist', 'wishes', 'payment', 'earlierPayments', 'paidOrder', 'order', 'startInDoubt', 'treatment', 'stopInDoubt', 'stoppedAt', 'settings', 'codeSentAt', 'drafts', 'bindingReasonPutAway', 'largeType',
];
const places = ['/', '/my?tab=my', '/my?tab=device', '/lease', '/modeMenu', '/custom', '/process', '/orderDetail', '/my/cardList', '/my/orderList', '/my/feedback', '/login', '/share'];

/** What a broken app, another version of it, or somebody with the phone in hand may have left. */
const leftovers = [
  'null', '1', '-1', '1e308', '"x"', 'true', '[]', '{}', '[null]', '{', '', '{"sno":{}}', '{"sno":"PL1001","at":"x","state":null}', '{"order":null}', '[{"order":{"number":1}}]', '{"x":{"key":1}}', '{"share":{"mobile":{}},"login":[],"feedback":7}',
  '{"__proto__":{"sno":"PL1001"}}', '{"constructor":{"name":1}}', '{"number":"L1","kind":"lease","state":"to-pay","orderedAt":1e300}', '{"workMinutes":"<b>","function":"toString"}',
];

async function isWhole(shop: Shop, place: string): Promise<void> {
  shop.open(place);
  await screen.findAllByRole('heading');
  for (let turns = 0; turns < 3; turns += 1) await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.queryByText(copy.screenFailed.title)).toBeNull();
}

describe('a memory that is damaged never breaks a screen', () => {
  test.each(places)('%s', async (place) => {
    for (const leftover of leftovers) {
      const shop = new Shop();
      for (const name of names) for (const area of ['visit', 'lasting'] as const) shop.storage.write(area, name, leftover);
      await isWhole(shop, place);
      cleanup();
    }
  });

  test('whatever stands in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constantFrom(...leftovers), fc.json({ maxDepth: 3 })))), async (place, remembered) => {
        const shop = new Shop();
        for (const [name, text] of remembered) for (const area of ['visit', 'lasting'] as const) shop.storage.write(area, name, text);
        await isWhole(shop, place);
        cleanup();
      }),
      { numRuns: 60 },
    );
  });
});
