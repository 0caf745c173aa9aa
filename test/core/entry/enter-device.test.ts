import { describe, expect, test } from 'vitest';
import { EnterDevice } from '../../../src/core/entry/enter-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { TaughtAnswer, TaughtResponse } from '../../../src/adapters/fake/fake-http.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';
import { aCard, aDevice, aPage, done, refused } from '../../helpers/wire.ts';

/** A user before a device; who and which unless told. */
function beforeDevice({
  status = 'DEVICE_FREE',
  check = done({ ownerId: 'shop-1', status }),
  user = { mobile: '138 0000 0000' },
  devices = [],
  cards = [],
  sharedWith = [],
  query = '?accessToken=t',
}: {
  status?: string;
  check?: TaughtAnswer;
  user?: object;
  devices?: object[];
  cards?: ReturnType<typeof aCard>[];
  sharedWith?: object[];
  query?: string;
} = {}) {
  const core = coreOnFakes({ query });
  core.http
    .answers('/order/check/device', check)
    .answers('/user/get', done(user))
    .answers('/device/device/list', done(devices))
    .answers('/wallet/balance', aPage(...cards))
    .answers('/device/device/share/list', done(sharedWith));
  return { ...core, entering: core.get(EnterDevice) };
}

const go = (destination: object) => ({ kind: 'go', destination });

/** A user before a device whose answer on `path` comes when the test says so. */
function beforeSlowDevice(path: string, answer: TaughtAnswer, options: Parameters<typeof beforeDevice>[0] = {}) {
  const core = beforeDevice(options);
  let comes = () => {};
  const slow = new Promise<void>((resolve) => (comes = resolve));
  core.http.answers(path, async (request) => {
    await slow;
    return typeof answer === 'function' ? answer(request) : (answer as TaughtResponse);
  });
  return { ...core, comes: () => comes(), leaving: new AbortController() };
}

describe('A screen that was left while it entered a device', () => {
  test.each([
    ['the check', '/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_WORKING' })],
    ['who the user is', '/user/get', done({ mobile: '138' })],
    ['the list of devices', '/device/device/list', done([])],
  ])('selects nothing when %s comes', async (_, path, answer) => {
    const core = beforeSlowDevice(path, answer);
    core.at({ sno: 'OTHER01', isShare: true }, 'shop-9');
    const entering = core.entering.begin('DEV0001', core.leaving.signal);
    await core.clock.advance(10);
    core.leaving.abort();
    core.comes();
    expect(await problemOf(entering)).toMatchObject({ code: 'cancelled' });
    expect([core.current.selected, core.current.operatorId, core.current.assist]).toEqual([{ sno: 'OTHER01', isShare: true }, 'shop-9', false]);
  });

  test('does not act on the device that another screen has begun with', async () => {
    const core = beforeSlowDevice('/user/get', done({ mobile: '138' }));
    const entering = core.entering.begin('DEV0001', core.leaving.signal);
    core.leaving.abort();
    core.http.answers('/user/get', done({ mobile: '138', assist: true }));
    expect(await core.entering.begin('DEV0002')).toEqual({ kind: 'ask-on-behalf' });
    core.comes();
    expect(await problemOf(entering)).toMatchObject({ code: 'cancelled' });
    expect(await core.entering.proceed({ assist: true })).toEqual(go({ to: 'lease', assist: true }));
    expect(core.current.selected).toMatchObject({ sno: 'DEV0002' });
  });

  test('does not take up the treatment that it was about to lead back to', async () => {
    const core = beforeSlowDevice('/device/real_time_data', done({ onOff: 1, workTime: 30, useTime: 2 }), { status: 'DEVICE_WORKING', query: '?accessToken=t' });
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state: { workMinutes: 30 } });
    core.at({ sno: 'OTHER01' }, 'shop-9');
    const arriving = core.entering.arrive(core.leaving.signal);
    await core.clock.advance(10);
    core.leaving.abort();
    core.comes();
    expect(await problemOf(arriving)).toMatchObject({ code: 'cancelled' });
    expect(core.current.selected).toEqual({ sno: 'OTHER01' });
  });
});

describe('opening the app', () => {
  test.each(['?accessToken=t&pageType=device&sno=DEV0001', '?accessToken=t&pageType=account&sno=DEV0001', '?accessToken=t'])(
    '%s leads to the user’s own pages and asks the server nothing',
    async (query) => {
      const core = beforeDevice({ query });
      expect(await core.entering.arrive()).toEqual(go({ to: 'my' }));
      expect(core.http.sent).toEqual([]);
    },
  );

  test('a device in the link is entered', async () => {
    const core = beforeDevice({ query: '?accessToken=t&sno=DEV0001&pageType=other' });
    expect(await core.entering.arrive()).toEqual(go({ to: 'lease', assist: false }));
  });

  test('a link with a senseless device number is unreadable', async () => {
    const core = beforeDevice({ query: '?accessToken=t&sno=%3Cb%3E' });
    expect(await core.entering.arrive()).toEqual({ kind: 'unreadable' });
  });

  test('a scan counts more than what the link once asked for', async () => {
    const core = beforeDevice({ query: '?accessToken=t&pageType=account' });
    expect(await core.entering.begin('https://x.test/?sno=DEV0002')).toEqual(go({ to: 'lease', assist: false }));
    expect(core.session.credentials().pageType).toBeUndefined();
    expect(core.current.selected?.sno).toBe('DEV0002');
  });

  test('a code that names no device asks the server nothing and changes nothing', async () => {
    const core = beforeDevice({ query: '?accessToken=t&pageType=account' });
    expect(await core.entering.begin('hello world')).toEqual({ kind: 'unreadable' });
    expect(core.http.sent).toEqual([]);
    expect(core.session.credentials().pageType).toBe('account');
  });
});

describe('a device that cannot be entered', () => {
  test.each([
    ['DEVICE_OFFLINE', 'offline'],
    ['DEVICE_USED', 'used'],
    ['DEVICE_LOCKED', 'locked'],
    ['DEVICE_USING', 'using'],
  ])('%s is told, and nothing is remembered', async (status, reason) => {
    const core = beforeDevice({ status });
    expect(await core.entering.begin('DEV0001')).toEqual({ kind: 'notice', reason });
    expect(core.current.selected).toBeUndefined();
  });

  test('a device the server refuses is not in operation', async () => {
    const core = beforeDevice({ check: refused('10001', '设备不存在') });
    expect(await core.entering.begin('DEV0001')).toEqual({ kind: 'notice', reason: 'not-in-operation' });
  });

  test.each([
    ['500', '系统繁忙'],
    ['-1', '系统繁忙，请稍后再试'],
    ['9001', '系统维护中，请明天再来'],
    ['503', '服务不可用'],
    ['500', ''],
    ['429', '请求过于频繁'],
    ['401', '登录已过期'],
  ])('a server that answers %s %s says nothing of the device, and the user may try again', async (code, words) => {
    const core = beforeDevice({ check: refused(code, words) });
    expect(await problemOf(core.entering.begin('DEV0001'))).toMatchObject({ code: 'refused', serverCode: code });
    core.http.answers('/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_FREE' }));
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'lease', assist: false }));
  });

  test.each([
    ['500', '设备不存在'],
    ['500', '未投入运营'],
    ['403', '无权限'],
    ['404', ''],
    ['10005', '设备未投入运营'],
  ])('a server that answers %s %s says that the device is not in operation', async (code, words) => {
    const core = beforeDevice({ check: refused(code, words) });
    expect(await core.entering.begin('DEV0001')).toEqual({ kind: 'notice', reason: 'not-in-operation' });
  });

  test('a line that breaks is no notice, and the user may try again', async () => {
    const core = beforeDevice({ check: new Problem('timeout') });
    expect(await problemOf(core.entering.begin('DEV0001'))).toMatchObject({ code: 'timeout' });
    core.http.answers('/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_FREE' }));
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'lease', assist: false }));
  });
});

describe('a device in use', () => {
  test('that works for the user is watched', async () => {
    const core = beforeDevice({ status: 'DEVICE_WORKING' });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'process', sno: 'DEV0001' }));
    expect(core.current.isWorking).toBe(true);
  });

  test('that works for the user and is shared with them stays shared', async () => {
    const core = beforeDevice({ status: 'DEVICE_WORKING', devices: [aDevice({ shareUserId: 5 })] });
    await core.entering.begin('DEV0001');
    expect(core.current.selected).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: true });
  });

  test('is open to whom it is shared with, known by the phone number', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING', sharedWith: [{ mobile: '13800000000', ctime: 1 }] });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu', isShare: true }));
    expect(core.current.selected).toEqual({ sno: 'DEV0001', isShare: true });
  });

  test.each(['403', '404', 404])('is not shared where its share list is closed to the user, by the code %s', async (code) => {
    const core = beforeDevice({ status: 'DEVICE_USING' });
    core.http.answers('/device/device/share/list', refused(code, '无权限'));
    expect(await core.entering.begin('DEV0001')).toEqual({ kind: 'notice', reason: 'using' });
  });

  test('is not said to be rented by others where the server only could not look', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING' });
    core.http.answers('/device/device/share/list', refused('500', '系统繁忙'));
    expect(await problemOf(core.entering.begin('DEV0001'))).toMatchObject({ code: 'refused', serverMessage: '系统繁忙' });
  });

  test('is no share to its own tenant, who stands in the share list too', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING', devices: [aDevice()], sharedWith: [{ mobile: '13800000000' }] });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu', isShare: false }));
    expect(core.current.selected).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: false });
  });

  test.each([
    ['its own tenant', { devices: [aDevice()] }, go({ to: 'mode-menu', isShare: false })],
    ['somebody without a phone number', { user: {} }, { kind: 'notice', reason: 'using' }],
  ])('keeps %s waiting for no share list: it would change nothing', async (_, who, turn) => {
    const core = beforeDevice({ status: 'DEVICE_USING', ...who });
    core.http.answers('/device/device/share/list', () => new Promise<never>(() => {}));
    expect(await core.entering.begin('DEV0001')).toEqual(turn);
  });

  test('gives its share list five seconds', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING' });
    await core.entering.begin('DEV0001');
    expect(core.http.sentTo('/device/device/share/list').map(({ timeoutMs }) => timeoutMs)).toEqual([5_000]);
  });

  test('is open to whoever has a device of their own', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING', devices: [aDevice({ sno: 'OTHER1' })] });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu', isShare: false }));
  });

  test.each([
    ['rented for a customer', { assist: true }],
    ['shared by somebody', { shareUserId: 5 }],
  ])('a device that is %s is not one’s own', async (_, fields) => {
    const core = beforeDevice({ status: 'DEVICE_USING', devices: [aDevice({ sno: 'OTHER1', ...fields })] });
    expect(await core.entering.begin('DEV0001')).toEqual({ kind: 'notice', reason: 'using' });
  });

  test('nobody without a phone number stands in a share list', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING', user: { mobile: '' }, sharedWith: [{ mobile: '' }] });
    expect(await core.entering.begin('DEV0001')).toEqual({ kind: 'notice', reason: 'using' });
  });
});

describe('a free device', () => {
  test('of an operator whose device the user rents needs no new lease', async () => {
    const core = beforeDevice({ devices: [aDevice({ sno: 'OTHER1' })] });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu' }));
    expect(core.current.operatorId).toBe('shop-1');
  });

  test.each([{ assist: true }, { shareUserId: 5 }])('is leased where the operator’s device is not the user’s own: %j', async (fields) => {
    const core = beforeDevice({ devices: [aDevice({ sno: 'OTHER1', ...fields })] });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'lease', assist: false }));
  });

  test('is started with the uses of a card', async () => {
    expect(await beforeDevice({ cards: [aCard()] }).entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu' }));
  });

  test('is started where any of several cards of the operator has uses left', async () => {
    const core = beforeDevice({ cards: [aCard({ money: 0 }), aCard({ money: '2' })] });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu' }));
  });

  test('is leased where card and devices belong to other operators', async () => {
    const core = beforeDevice({ devices: [aDevice({ ownerId: 'shop-2' })], cards: [aCard({ sysUserId: 'shop-2' }), aCard({ money: 0 })] });
    core.current.keepPlans();
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'lease', assist: false }));
    expect(core.current.plansAreFresh).toBe(false);
    expect(core.current.isWorking).toBe(false);
    expect(core.data('/wallet/balance')).toEqual([{ current: 0, pages: 0, query: {}, size: 99, total: 0 }]);
  });

  test.each(['DEVICE_FREE', 'SOMETHING_NEW', '', 'constructor', 'toString', '__proto__'])('the status %j counts as free', async (status) => {
    expect(await beforeDevice({ status }).entering.begin('DEV0001')).toEqual(go({ to: 'lease', assist: false }));
  });
});

describe('an assistant', () => {
  const assistant = { mobile: '138', assist: true };

  test('is asked whether it is for a customer, before anything is decided', async () => {
    const core = beforeDevice({ user: assistant });
    expect(await core.entering.begin('DEV0001')).toEqual({ kind: 'ask-on-behalf' });
    expect(core.current.selected).toBeUndefined();
  });

  test('who says yes leases for the customer', async () => {
    const core = beforeDevice({ user: assistant, cards: [aCard()], devices: [aDevice()] });
    await core.entering.begin('DEV0001');
    expect(await core.entering.proceed({ assist: true })).toEqual(go({ to: 'lease', assist: true }));
    expect(core.current.assist).toBe(true);
    expect(core.data('/order/check/device').at(-1)).toEqual({ sno: 'DEV0001', assist: true });
  });

  test('who says no enters like anybody', async () => {
    const core = beforeDevice({ user: assistant, cards: [aCard()] });
    core.current.setAssist(true);
    await core.entering.begin('DEV0001');
    expect(await core.entering.proceed({ assist: false })).toEqual(go({ to: 'mode-menu' }));
    expect(core.current.assist).toBe(false);
    expect(core.data('/order/check/device')).toEqual([{ sno: 'DEV0001', assist: false }]);
  });

  test.each([true, false])('may give the answer %j again after the line broke', async (assist) => {
    const core = beforeDevice({ user: assistant, check: new Problem('timeout') });
    core.http.answers('/device/device/list', new Problem('timeout'));
    await core.entering.begin('DEV0001');
    expect(await problemOf(core.entering.proceed({ assist }))).toMatchObject({ code: 'timeout' });
    core.http.answers('/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_FREE' })).answers('/device/device/list', done([]));
    expect(await core.entering.proceed({ assist })).toEqual(go({ to: 'lease', assist }));
  });

  test('cannot answer a question that was not asked', async () => {
    expect(await problemOf(beforeDevice().entering.proceed({ assist: true }))).toMatchObject({ code: 'invalid-input' });
  });
});

test('what does not depend on each other is asked for together', async () => {
  const core = beforeDevice();
  const entering = core.entering.begin('DEV0001');
  await Promise.resolve();
  expect(core.http.sent.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(['/device/device/list', '/order/check/device', '/user/get', '/wallet/balance']);
  await entering;
  expect(core.http.sent).toHaveLength(4);
});

describe('somebody who has several devices', () => {
  const other = aDevice({ sno: 'OTHER01', orderNo: 'L-9' });

  test('and shares in this one uses it as shared, whatever way the number is written', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING', devices: [other], sharedWith: [{ mobile: '138-0000-0000' }] });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu', isShare: true }));
    expect(core.http.sentTo('/device/device/share/list').map(({ url }) => new URL(url).search)).toEqual(['?sno=DEV0001']);
  });

  test('and does not share in this one does not use it as shared', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING', devices: [other], sharedWith: [{ mobile: '13900000000' }] });
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu', isShare: false }));
  });

  test.each(['DEVICE_USING', 'DEVICE_FREE', 'DEVICE_WORKING'])('deals with this one by its own order: %s', async (status) => {
    const core = beforeDevice({ status, devices: [{ ...other, shareUserId: 'u-6' }, aDevice({ orderNo: 'L-1' })] });
    await core.entering.begin('DEV0001');
    expect(core.current.selected).toMatchObject({ sno: 'DEV0001', orderNo: 'L-1' });
    if (status === 'DEVICE_WORKING') expect(core.current.selected?.isShare).toBe(false);
  });

  test.each([
    ['does not hold it', done([other])],
    ['does not come', new Problem('invalid-input')],
  ])('comes to the one that works for them although the list %s', async (_, list) => {
    const core = beforeDevice({ status: 'DEVICE_WORKING' });
    core.http.answers('/device/device/list', list);
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'process', sno: 'DEV0001' }));
    expect(core.current.selected).toEqual({ sno: 'DEV0001' });
  });
});

test('entering is remembered as not on behalf of a customer, and keeps the plans that are known where none is to be chosen', async () => {
  const core = beforeDevice({ devices: [aDevice()] });
  core.current.keepPlans();
  expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu' }));
  expect([core.current.assist, core.current.plansAreFresh]).toEqual([false, true]);
});
