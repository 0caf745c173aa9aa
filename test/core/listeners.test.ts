import { expect, test } from 'vitest';
import { CheckoutRecords } from '../../src/core/checkout/records/checkout-records.ts';
import { BindPhone } from '../../src/core/account/bind-phone.ts';
import { sendCode } from '../../src/core/account/api.ts';
import { createTestApp } from '../helpers/create-test-app.ts';
import { anOrder } from '../helpers/fake-order-server.ts';
import { plantedError } from '../helpers/planted.ts';
import { collectUnhandled } from '../helpers/unhandled.ts';

type App = ReturnType<typeof createTestApp>;

const throwBug = () => {
  throw plantedError();
};

/** Each owner of listeners: how a listener is added, and a change that the listener is told. */
const OWNERS: Record<string, { add: (app: App, listener: () => void) => unknown; change: (app: App) => unknown }> = {
  'the session': {
    add: ({ session }, listener) => session.onChange(listener),
    change: ({ session }) => session.refused('token-1'),
  },
  'the account scope': {
    add: ({ scope }, listener) => scope.onChange(listener),
    change: ({ scope }) => scope.enter('another account'),
  },
  'the purchases': {
    add: ({ get }, listener) => get(CheckoutRecords).subscribe(listener),
    change: ({ get }) => get(CheckoutRecords).record({ type: 'serverSaysPaid', order: anOrder }),
  },
  'the phone binding': {
    add: ({ get }, listener) => get(BindPhone).onCodeSent(listener),
    change: ({ get, http }) => {
      http.reply(sendCode);
      return get(BindPhone).askForCode('13800000001');
    },
  },
};

test.each(Object.entries(OWNERS))(
  'A listener of %s that throws keeps neither the other listeners nor the change from going on, and its error surfaces once',
  async (_, { add, change }) => {
    const app = createTestApp();
    const { unhandled } = collectUnhandled();
    let told = 0;
    add(app, throwBug);
    add(app, () => (told += 1));
    await change(app);
    await app.clock.advance(0);
    expect(told).toBe(1);
    expect(unhandled).toEqual([plantedError()]);
  },
);
