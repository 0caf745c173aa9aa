// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readLatest, checkDevice } from '../../src/core/device/api.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { AppHarness, doesNotSee, sees } from './app-harness.tsx';
import { RUNNING, WORKS } from './under-treatment.ts';

const UNKEPT = /本机无法保存支付和理疗记录/;

function withOpenPayment(): AppHarness {
  const app = new AppHarness();
  app.purchases.record({ type: 'sheetOpened', order: { number: 'L100', kind: 'lease', amountFen: 4900 } });
  return app;
}

function withTreatment(): AppHarness {
  const app = new AppHarness().withDevice().reply(readLatest, RUNNING).reply(checkDevice, WORKS);
  app.startedHere(11 * MINUTE);
  return app;
}

test.each([
  ['an open payment', withOpenPayment, '支付结果确认中'],
  ['a running treatment', withTreatment, /理疗中 · 剩余/],
])('A page whose phone has stored %s does not say that a reload would forget it', async (_, prepare, shown) => {
  const app = prepare().open('/my?tab=my');
  await sees(shown);
  await app.advance(1_000);
  expect(doesNotSee(UNKEPT)).toBe(true);
});

test.each([
  ['an open payment', withOpenPayment],
  ['a running treatment', withTreatment],
])('A page of a phone that stores nothing says that a reload would forget %s', async (_, prepare) => {
  const app = prepare();
  app.keepsStorage = false;
  app.open('/my?tab=my');
  expect(await sees(UNKEPT)).toBeTruthy();
});

test('A page of a phone that stores nothing says nothing of it while nothing is open', async () => {
  const app = new AppHarness();
  app.keepsStorage = false;
  app.open('/my?tab=my');
  await sees('订单记录');
  await app.advance(1_000);
  expect(screen.queryAllByText(UNKEPT)).toEqual([]);
});
