import { describe, expect, test } from 'vitest';
import { BIO, sandbox } from './callers.ts';

const MINUTE = 60_000;

describe('a device of the pretend fleet', () => {
  test('counts its minutes and stops by itself when they are over', async () => {
    const { call, passes } = await sandbox();
    const started = await call('card', '/order/start/device', { sno: 'PL10001', ...BIO });
    expect(started).toMatchObject({ code: '200', data: { OnOff: 1, WortTime: 30, UseTime: 0, Voltage: 6 } });
    await passes(7 * MINUTE);
    expect((await call('card', '/device/real_time_data', 'PL10001')).data).toMatchObject({ onOff: 1, useTime: 7, workTime: 30 });
    await passes(40 * MINUTE);
    expect((await call('card', '/device/real_time_data', 'PL10001')).data).toMatchObject({ onOff: 0, useTime: 30 });
    expect((await call('card', '/order/check/device', { sno: 'PL10001', assist: false })).data).toMatchObject({ status: 'DEVICE_FREE' });
  });

  test('belongs to whoever started it until it is stopped', async () => {
    const { call, effects } = await sandbox();
    await call('card', '/order/start/device', { sno: 'PL10001', ...BIO });
    const check = async (user: string) => (await call(user, '/order/check/device', { sno: 'PL10001', assist: false })).data;
    expect(await check('card')).toMatchObject({ status: 'DEVICE_WORKING' });
    expect(await check('ordinary')).toMatchObject({ status: 'DEVICE_USED' });
    expect(await call('ordinary', '/order/stop/device', 'PL10001')).toMatchObject({ code: '500' });
    expect(await call('card', '/order/stop/device', 'PL10001')).toMatchObject({ code: '200' });
    expect(await call('card', '/order/stop/device', 'PL10001')).toMatchObject({ code: '500' });
    expect(await effects()).toMatchObject({ starts: 1, stops: 1, usesDeducted: 1 });
  });

  test('starts for a use, for a lease or where it is shared, and for nobody else', async () => {
    const { call, effects, state } = await sandbox();
    const start = async (user: string, sno: string) => (await call(user, '/order/start/device', { sno, ...BIO })).code;
    expect(await start('ordinary', 'PL10001')).toBe('10010');
    expect(await start('ordinary', 'PL10003')).toBe('500');
    expect(await start('shared', 'PL10003')).toBe('200');
    expect(await start('leaser', 'PL10003')).toBe('500');
    expect(await effects()).toMatchObject({ starts: 1, usesDeducted: 0 });
    expect(await start('last-use', 'PL10001')).toBe('200');
    await call('last-use', '/order/stop/device', 'PL10001');
    expect(await start('last-use', 'PL10001')).toBe('10010');
    expect(await effects()).toMatchObject({ starts: 2, usesDeducted: 1 });
    expect((await state()).devices.find(({ sno }) => sno === 'PL10001')?.status).toBe('DEVICE_FREE');
  });

  test.each([
    ['PL10007', '离线'],
    ['PL10008', '锁定'],
    ['PL10006', '他人'],
    ['PL10009', '运营'],
  ])('refuses to start as %s with words that say it is %s', async (sno, words) => {
    const { call } = await sandbox();
    expect((await call('card', '/order/start/device', { sno, ...BIO })).message).toContain(words);
  });

  test('takes a command while silent, tells nothing of it, and costs no second use', async () => {
    const { call, control, effects } = await sandbox();
    await control('device/PL10001', { silent: true });
    expect((await call('card', '/order/start/device', { sno: 'PL10001', ...BIO })).code).toBe('200');
    expect((await call('card', '/device/real_time_data', 'PL10001')).data).toMatchObject({ onOff: 0 });
    expect((await call('card', '/order/start/device', { sno: 'PL10001', ...BIO })).code).toBe('200');
    expect(await effects()).toMatchObject({ usesDeducted: 1 });
    await control('device/PL10001', { silent: false });
    expect((await call('card', '/device/real_time_data', 'PL10001')).data).toMatchObject({ onOff: 1 });
    await call('card', '/order/stop/device', 'PL10001');
    await call('card', '/order/start/device', { sno: 'PL10001', ...BIO });
    expect(await effects()).toMatchObject({ usesDeducted: 2 });
  });

  test('goes on counting while offline and tells it once it is back', async () => {
    const { call, control, passes } = await sandbox();
    await control('device/PL10005', { online: false });
    await passes(3 * MINUTE);
    expect((await call('card', '/device/real_time_data', 'PL10005')).data).toMatchObject({ useTime: 5 });
    expect((await call('card', '/device/detail', 'PL10005')).data).toMatchObject({ onlineStatusDesc: '离线' });
    await control('device/PL10005', { online: true });
    expect((await call('card', '/device/real_time_data', 'PL10005')).data).toMatchObject({ useTime: 8 });
  });
});
