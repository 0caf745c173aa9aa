// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { prePay } from '../../src/core/checkout/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { Lazy } from '../../src/ui/lazy.ts';
import { plantedError, plantInDecoder } from '../helpers/planted.ts';
import { AppHarness, LEASE_ORDER, at, choosesPlan, doesNotSee, presses, sees } from './app-harness.tsx';
import { underTreatment } from './under-treatment.ts';
import { screenOf } from '../helpers/addresses.ts';

const INTERNAL = expect.objectContaining({ code: 'internal', cause: plantedError() });

test('An internal error while a payment is prepared is shown as such, and not as an unconfirmed payment', async () => {
  plantInDecoder(prePay);
  const app = new AppHarness().withDevice();
  app.bridge.answers({ result: 'ok' });
  app.open('/lease');
  await choosesPlan(/7天/);
  await presses(/支付$/);
  await sees(copy.problems.internal);
  expect([doesNotSee(copy.payment.confirming), doesNotSee(copy.payment.stillUnknown), at()]).toEqual([
    true,
    true,
    screenOf('/lease'),
  ]);
  expect(app.reporter.take()).toEqual([INTERNAL]);
});

test('A payment check that fails with an internal error can be repeated', async () => {
  const { takeOut } = plantInDecoder(getLeaseOrder);
  const app = new AppHarness();
  app.purchases.record({
    type: 'sheetAnswered',
    order: { number: 'L100', kind: 'lease', amountFen: 4900 },
    answer: 'ok',
  });
  app.open('/my');
  await sees(copy.payment.stillUnknown);
  expect(app.reporter.take()).toEqual([INTERNAL]);
  takeOut();
  app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  await presses(copy.payment.askAgain);
  await sees(copy.tasks.ended(copy.tasks.pay('L100'), copy.payment.paid));
});

test('A stop that fails with an internal error warns that the device may still run, and can be retried', async () => {
  const { takeOut } = plantInDecoder(stopDevice);
  const app = await underTreatment();
  await presses(copy.treatment.stop);
  await presses(copy.common.confirm);
  await sees(copy.problems.internal);
  await sees(copy.safety.mayStillRun);
  expect(app.reporter.take()).toEqual([INTERNAL]);
  takeOut();
  await presses(copy.treatment.stopAgain);
  await sees(copy.treatment.stopped);
});

test('A screen whose code fails with an internal error is not shown as a network error', async () => {
  const fails = vi.spyOn(Lazy.prototype, 'load').mockRejectedValue(Problem.of(new Error('not bound')));
  onTestFinished(() => fails.mockRestore());
  const app = new AppHarness().open('/my/about');
  await sees(copy.problems.internal);
  expect([app.reloads, doesNotSee(copy.problems.network)]).toEqual([0, true]);
  expect(app.reporter.take()).toEqual([expect.objectContaining({ code: 'internal', message: 'not bound' })]);
});
