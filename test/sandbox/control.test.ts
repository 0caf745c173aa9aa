import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { BIO, sandbox } from './callers.ts';
import { NO_EFFECTS } from '../../sandbox/world/effects.ts';

type Sandbox = Awaited<ReturnType<typeof sandbox>>;

const asOther = ({ at }: Sandbox, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${at}/__sandbox/state`, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

describe('the control API', () => {
  test.each([
    ['clock', { advanceMs: -1 }, 'advanceMs'],
    ['clock', { minutes: 1 }, 'advanceMs'],
    ['payment', { next: 'maybe', settles: true }, 'next'],
    ['payment', { next: 'ok' }, 'settles'],
    ['faults', { path: '/order/lists', kind: 'http' }, '/order/lists'],
    ['faults', { path: listLeaseOrders.path, kind: 'explode' }, 'kind'],
    ['faults', { path: listLeaseOrders.path, kind: 'http', times: 0 }, 'ws'],
    ['device/PL10001', { onlin: true }, 'onlin'],
    ['device/PL99999', { online: true }, 'PL99999'],
    ['order/ZL404/pay', {}, 'ZL404'],
    ['weixin/pay', { package: 'prepay_id=none' }, 'prePay'],
    ['reset', { scenario: 'paradise' }, 'scenario'],
  ])('The control API refuses POST %s %j and names the error: %s', async (call, body, named) => {
    const { control } = await sandbox();
    const response = await control(call, body);
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: string }).error).toContain(named);
  });

  test('The control API answers this machine, and no page of another origin', async () => {
    const world = await sandbox();
    expect(await asOther(world, {})).toBe(200);
    expect(await asOther(world, { host: 'evil.example' })).toBe(403);
    expect(await asOther(world, { host: '127.0.0.1.evil.example' })).toBe(403);
    expect(await asOther(world, { origin: 'https://evil.example' })).toBe(403);
    expect(await asOther(world, { origin: 'http://localhost:5180' })).toBe(200);
  });

  test('A reset creates the same world for the same seed, and another world for another seed', async () => {
    const { control, call, state, effects } = await sandbox();
    const before = await state();
    await call('card', startDevice.path, { sno: 'PL10001', ...BIO });
    await control('reset', {});
    expect((await state()).users).toEqual(before.users);
    expect(await effects()).toEqual(NO_EFFECTS);
    await control('reset', { seed: 7 });
    expect((await state()).users[0]?.accessToken).not.toBe(before.users[0]?.accessToken);
    await control('reset', { scenario: 'many-devices' });
    expect((await state()).devices.length).toBeGreaterThan(1_000);
  });

  test('Every demo user has an entry link with all parameters that the app reads', async () => {
    const { state } = await sandbox();
    for (const { entryLink, accessToken } of (await state()).users) {
      const link = new URL(entryLink, 'http://app');
      expect(link.searchParams.get('accessToken')).toBe(accessToken);
      expect([...link.searchParams.keys()]).toEqual(
        expect.arrayContaining(['openid', 'appId', 'timestamp', 'nonceStr', 'signature']),
      );
    }
  });
});
