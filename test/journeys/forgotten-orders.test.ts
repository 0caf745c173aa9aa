import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServices } from '../../src/cli/services.ts';
import { Terminal } from '../cli/terminal.ts';
import { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';

/** A customer at the command line, on Node’s adapters, and the world, which a reset lets forget its orders. */
async function signedIn() {
  const world = await World.start();
  afterThisTest(() => world.close());
  const terminal = new Terminal(createServices);
  afterThisTest(async () => terminal.close());
  const token = path.join(terminal.home, 'token');
  writeFileSync(token, (await world.user('ordinary')).accessToken, { mode: 0o600 });
  await terminal.physio(['login', '--token-file', token, '--api', `${world.url}/api`]);
  const order = async (sno: string) => {
    const words = ['order', 'create', sno, '--plan', '111', '--by', 'duration', '--yes', '--json'];
    return (await terminal.physio(words)).json() as { number: string; sno: string };
  };
  return { world, order };
}

/** Until it is over, the server's answers may be older than the order. */
function passesAMinute(): void {
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('order create places a new order after the server lost the first one, and later commands use the new order', async () => {
  const { world, order } = await signedIn();
  const first = await order('PL10001');
  await world.reset();
  passesAMinute();
  const again = [await order('PL10001'), await order('PL10001')];
  const { orders } = await world.state();
  const listed = orders.map(({ orderNo }) => orderNo);
  expect((await world.effects()).ordersCreated).toBe(1);
  for (const { number } of again) expect(listed).toContain(number);
  expect(first.number).toBeTruthy();
});

test('order create does not take an order for the previous one when the server reused its number for another purchase', async () => {
  const { world, order } = await signedIn();
  const first = await order('PL10001');
  await world.reset();
  passesAMinute();
  const other = await order('PL10002');
  expect(other.number).toBe(first.number);
  const again = await order('PL10001');
  expect(again.sno).toBe('PL10001');
  expect(again.number).not.toBe(first.number);
  expect((await world.effects()).ordersCreated).toBe(2);
});
