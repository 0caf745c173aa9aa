import { describe, expect, test } from 'vitest';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { BIO, sandbox } from './callers.ts';

const MINUTE = 60_000;

describe('a device of the simulated fleet', () => {
  test('A running device counts its minutes and stops by itself when they are over', async () => {
    const { call, passes } = await sandbox();
    const started = await call('card', startDevice.path, { sno: 'PL10001', ...BIO });
    expect(started).toMatchObject({ code: '200', data: { OnOff: 1, WortTime: 30, UseTime: 0, Voltage: 6 } });
    await passes(7 * MINUTE);
    expect((await call('card', readLatest.path, 'PL10001')).data).toMatchObject({ onOff: 1, useTime: 7, workTime: 30 });
    await passes(40 * MINUTE);
    expect((await call('card', readLatest.path, 'PL10001')).data).toMatchObject({ onOff: 0, useTime: 30 });
    expect((await call('card', checkDevice.path, { sno: 'PL10001', assist: false })).data).toMatchObject({
      status: 'DEVICE_FREE',
    });
  });

  test('A running device belongs to its starter until it is stopped', async () => {
    const { call, effects } = await sandbox();
    await call('card', startDevice.path, { sno: 'PL10001', ...BIO });
    const check = async (user: string) => (await call(user, checkDevice.path, { sno: 'PL10001', assist: false })).data;
    expect(await check('card')).toMatchObject({ status: 'DEVICE_WORKING' });
    expect(await check('ordinary')).toMatchObject({ status: 'DEVICE_USED' });
    expect(await call('ordinary', stopDevice.path, 'PL10001')).toMatchObject({ code: '500' });
    expect(await call('card', stopDevice.path, 'PL10001')).toMatchObject({ code: '200' });
    expect(await call('card', stopDevice.path, 'PL10001')).toMatchObject({ code: '500' });
    expect(await effects()).toMatchObject({ starts: 1, stops: 1, usesDeducted: 1 });
  });

  test('A device starts for a user with a use, a lease or a share, and for no other user', async () => {
    const { call, effects, state } = await sandbox();
    const start = async (user: string, sno: string) => (await call(user, startDevice.path, { sno, ...BIO })).code;
    expect(await start('ordinary', 'PL10001')).toBe('10010');
    expect(await start('ordinary', 'PL10003')).toBe('500');
    expect(await start('shared', 'PL10003')).toBe('200');
    expect(await start('leaser', 'PL10003')).toBe('500');
    expect(await effects()).toMatchObject({ starts: 1, usesDeducted: 0 });
    expect(await start('last-use', 'PL10001')).toBe('200');
    await call('last-use', stopDevice.path, 'PL10001');
    expect(await start('last-use', 'PL10001')).toBe('10010');
    expect(await effects()).toMatchObject({ starts: 2, usesDeducted: 1 });
    expect((await state()).devices.find(({ sno }) => sno === 'PL10001')?.status).toBe('DEVICE_FREE');
  });

  test.each([
    ['PL10007', '离线'],
    ['PL10008', '锁定'],
    ['PL10006', '他人'],
    ['PL10009', '运营'],
  ])('The device %s refuses to start with a message that says it is %s', async (sno, words) => {
    const { call } = await sandbox();
    expect((await call('card', startDevice.path, { sno, ...BIO })).message).toContain(words);
  });
});
