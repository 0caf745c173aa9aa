import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/account/api.ts';
import { checkDevice, listDevices, readLatest } from '../../../src/core/device/api.ts';
import { newRental } from '../../../src/core/lease/lease-terms.ts';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { EnterDevice, type EntryQuestion } from '../../../src/core/entry/enter-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { type AnyEndpoint, refused, type Reply, type WireAnswer } from '../../helpers/fake-server.ts';
import { aCard, aDevice, aLeaseOrder, aPage, type DeviceRow } from '../../helpers/wire.ts';

/** An app whose user enters a device. The defaults are a free device and a user without devices or cards. */
function beforeDevice({
  status = 'DEVICE_FREE',
  check = { ownerId: 'shop-1', status },
  user = { mobile: '138 0000 0000' },
  devices = [],
  cards = [],
  sharedWith = [],
  query = '?accessToken=t',
}: {
  status?: string;
  check?: Reply<typeof checkDevice>;
  user?: object;
  devices?: DeviceRow[];
  cards?: ReturnType<typeof aCard>[];
  sharedWith?: { mobile: string; ctime?: number }[];
  query?: string;
} = {}) {
  const core = createTestApp({ query });
  core.http
    .reply(checkDevice, check)
    .reply(getUser, user)
    .reply(listDevices, devices)
    .reply(listCards, aPage(...cards))
    .reply(listShares, sharedWith);
  return { ...core, entering: core.get(EnterDevice) };
}

const goes = (destination: object, more: object = {}) => expect.objectContaining({ kind: 'go', destination, ...more });
const go = (destination: object, more?: object) =>
  goes(expect.objectContaining({ sno: 'DEV0001', ...destination }), more);
const notice = (reason: string) => ({ kind: 'notice', reason, sno: 'DEV0001' });
const toLease = (assist: boolean, sno = 'DEV0001') =>
  go({ to: 'lease', sno, terms: newRental(assist ? 'customer' : 'self') });

/** Like `beforeDevice`, but one endpoint responds only after the test calls `respond`. */
function beforeSlowDevice<Of extends AnyEndpoint>(
  endpoint: Of,
  answer: WireAnswer<Of>,
  options: Parameters<typeof beforeDevice>[0] = {},
) {
  const core = beforeDevice(options);
  let respond = () => {};
  const slow = new Promise<void>((resolve) => (respond = resolve));
  core.http.reply(endpoint, () => slow.then(() => answer));
  return { ...core, respond: () => respond(), leaving: new AbortController() };
}

/** Enters the device as an assistant, who is asked for whom. */
async function askedBy(entering: EnterDevice, sno: string): Promise<EntryQuestion> {
  const outcome = await entering.begin(sno);
  if (outcome.kind !== 'ask-on-behalf') throw new Error(`the assistant was not asked: ${outcome.kind}`);
  return outcome.question;
}

describe('EnterDevice: a check that does not name the operator', () => {
  test.each([
    ['DEVICE_USED', expect.objectContaining({ kind: 'notice', reason: 'used' })],
    ['DEVICE_OFFLINE', expect.objectContaining({ kind: 'notice', reason: 'offline' })],
    ['DEVICE_WORKING', go({ to: 'process' })],
  ])('leads a user as its status %s says', async (status, outcome) => {
    const { entering } = beforeDevice({ check: { status } });
    expect(await entering.begin('DEV0001')).toEqual(outcome);
  });

  test('leads to a free device of the user’s list, and to no plans, whose seller is not known', async () => {
    const { entering, http } = beforeDevice({ check: { ownerId: 0, status: 'DEVICE_FREE' }, devices: [aDevice()] });
    expect(await entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu' }));
    http.reply(listDevices, [aDevice({ sno: 'DEV0002', ownerId: null })]);
    expect(await problemOf(entering.begin('DEV0001'))).toMatchObject({ code: 'parse', call: 'device.checkDevice' });
  });
});

describe('EnterDevice: a screen that was left', () => {
  test.each([
    ['device check', checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' }],
    ['user', getUser, { mobile: '138' }],
    ['device list', listDevices, []],
  ])('A screen that was left enters no device when the response with the %s arrives', async (_, endpoint, answer) => {
    const core = beforeSlowDevice(endpoint, answer);
    const entering = core.entering.begin('DEV0001', core.leaving.signal);
    await core.clock.advance(10);
    core.leaving.abort();
    core.respond();
    expect(await problemOf(entering)).toMatchObject({ code: 'cancelled' });
  });

  test('A screen that was left does not open the running treatment', async () => {
    const core = beforeSlowDevice(
      readLatest,
      { onOff: 1, workTime: 30, useTime: 2 },
      { status: 'DEVICE_WORKING', query: '?accessToken=t' },
    );
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state: { workMinutes: 30 } });
    const arriving = core.entering.arrive(core.leaving.signal);
    await core.clock.advance(10);
    core.leaving.abort();
    core.respond();
    expect(await problemOf(arriving)).toMatchObject({ code: 'cancelled' });
  });
});

describe('EnterDevice: opening the app', () => {
  test.each([
    '?accessToken=t&pageType=device&sno=DEV0001',
    '?accessToken=t&pageType=account&sno=DEV0001',
    '?accessToken=t',
  ])('Opening the app at %s leads to the user’s own pages without a request', async (query) => {
    const core = beforeDevice({ query });
    expect(await core.entering.arrive()).toEqual(goes({ to: 'my' }));
    expect(core.http.sent).toEqual([]);
  });

  test('A link with an invalid device number is reported as unreadable', async () => {
    const core = beforeDevice({ query: '?accessToken=t&sno=%3Cb%3E' });
    expect(await core.entering.arrive()).toEqual({ kind: 'unreadable' });
  });

  test('A scan overrides the page type of an earlier link', async () => {
    const core = beforeDevice({ query: '?accessToken=t&pageType=account' });
    expect(await core.entering.begin('https://x.test/?sno=DEV0002')).toEqual(toLease(false, 'DEV0002'));
    expect(core.session.credentials().pageType).toBeUndefined();
  });

  test('A scanned code that names no device sends no request and changes nothing', async () => {
    const core = beforeDevice({ query: '?accessToken=t&pageType=account' });
    expect(await core.entering.begin('hello world')).toEqual({ kind: 'unreadable' });
    expect(core.http.sent).toEqual([]);
    expect(core.session.credentials().pageType).toBe('account');
  });
});

describe('EnterDevice: a device that cannot be entered', () => {
  test.each([
    ['500', '系统繁忙'],
    ['-1', '系统繁忙，请稍后再试'],
    ['9001', '系统维护中，请明天再来'],
    ['503', '服务不可用'],
    ['500', ''],
    ['429', '请求过于频繁'],
    ['401', '登录已过期'],
    ['500', '设备连接超时'],
    ['-1', '设备无响应'],
  ])('The server response %s %s is rejected as refused, and the user can retry', async (code, words) => {
    const core = beforeDevice({ check: refused(code, words) });
    expect(await problemOf(core.entering.begin('DEV0001'))).toMatchObject({ code: 'refused', serverCode: code });
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    expect(await core.entering.begin('DEV0001')).toEqual(toLease(false));
  });

  test.each([
    ['500', '设备不存在', 'no-such-device'],
    ['500', '未投入运营', 'not-in-operation'],
    ['403', '无权限', 'not-in-operation'],
    ['404', '', 'no-such-device'],
    ['10005', '设备未投入运营', 'not-in-operation'],
  ])('The server response %s %s means %s', async (code, words, reason) => {
    const core = beforeDevice({ check: refused(code, words) });
    expect(await core.entering.begin('DEV0001')).toMatchObject({ kind: 'notice', reason, sno: 'DEV0001' });
  });
});

describe('EnterDevice: a device in use', () => {
  const isOver = Date.parse('2026-01-01T00:00:00+08:00');
  const user = (mobile: string) => ({ mobile });
  const toModes = (isShare: boolean) => go({ to: 'mode-menu', isShare });
  const mayBeShared = {
    kind: 'go',
    destination: { to: 'mode-menu', sno: 'DEV0001' },
    entered: { sno: 'DEV0001', operatorId: 'shop-1', assist: false },
    startDoubt: 'may-be-shared',
  };

  test.each<[string, Parameters<typeof beforeDevice>[0], unknown]>([
    [
      'that the user’s number may start by a share',
      { sharedWith: [{ mobile: '13800000000', ctime: 1 }] },
      toModes(true),
    ],
    [
      'of the user, whose number is in its share list, too',
      { devices: [aDevice()], sharedWith: [{ mobile: '13800000000' }] },
      toModes(false),
    ],
    ['that the user rents for a customer', { devices: [aDevice({ assist: true })] }, toModes(false)],
    [
      'that the user rents for a customer, beside another device',
      { devices: [aDevice({ sno: 'OTHER1' }), aDevice({ assist: true })] },
      toModes(false),
    ],
    ['that the list shows as shared', { devices: [aDevice({ shareUserId: 5 })] }, toModes(true)],
    [
      'of somebody else, for a user who rents another device',
      { devices: [aDevice({ sno: 'OTHER1' })] },
      go({ to: 'mode-menu', isShare: false }, { startDoubt: 'leased-unlisted' }),
    ],
    ...[{}, { assist: true }, { shareUserId: 5 }].map(
      (fields): [string, Parameters<typeof beforeDevice>[0], unknown] => [
        `whose lease ${JSON.stringify(fields)} is over`,
        { devices: [aDevice({ ...fields, expirationTime: isOver })] },
        notice('using'),
      ],
    ),
    ...[{ assist: true }, { shareUserId: 5 }, { expirationTime: isOver }].map(
      (fields): [string, Parameters<typeof beforeDevice>[0], unknown] => [
        `of somebody else, for a user with another device ${JSON.stringify(fields)}`,
        { devices: [aDevice({ sno: 'OTHER1', ...fields })] },
        notice('using'),
      ],
    ),
    [
      'that is shared with other masked numbers only',
      { sharedWith: [{ mobile: '138****0009' }, { mobile: '139****0000' }] },
      notice('using'),
    ],
    ['whose share list hides digits', { sharedWith: [{ mobile: '138****0000' }] }, mayBeShared],
    [
      'whose user’s number hides digits',
      { user: user('138****0000'), sharedWith: [{ mobile: '13800000000' }] },
      mayBeShared,
    ],
    ['where both hide digits', { user: user('138****0000'), sharedWith: [{ mobile: '138****0000' }] }, mayBeShared],
    [
      'shared with some number, for a user without one',
      { user: {}, sharedWith: [{ mobile: '13900000001' }] },
      mayBeShared,
    ],
    [
      'shared with somebody unreadable, for a user without a number',
      { user: {}, sharedWith: [{ mobile: '' }] },
      mayBeShared,
    ],
    ['shared with nobody, for a user without a number', { user: {} }, notice('using')],
    [
      'shared with an empty number, for a user with an empty one',
      { user: user(''), sharedWith: [{ mobile: '' }] },
      mayBeShared,
    ],
  ])('A device in use %s is open, closed or left to its start accordingly', async (_, options, outcome) => {
    const core = beforeDevice({ status: 'DEVICE_USING', ...options });
    expect(await core.entering.begin('DEV0001')).toEqual(outcome);
    expect(core.http.requests(listShares).every(({ timeoutMs }) => timeoutMs === 5_000)).toBe(true);
  });

  test('Who has just paid for a device gets to its modes, also while another payment for it has no result', async () => {
    const core = beforeDevice();
    const order = { kind: 'lease', sno: 'DEV0001', amountFen: 4900 } as const;
    const records = core.get(CheckoutRecords);
    records.record({ type: 'serverSaysPaid', order: { ...order, number: 'L-2' } });
    records.record({ type: 'sheetAnswered', order: { ...order, number: 'L-1' }, answer: 'none' });
    core.http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-2', status: '支付完成', statusCode: 5 }));
    expect(await core.entering.begin('DEV0001')).toEqual(go({ to: 'mode-menu' }));
  });

  test('A device that runs for the user leads to its treatment, and a shared one stays shared', async () => {
    const core = beforeDevice({ status: 'DEVICE_WORKING', devices: [aDevice({ shareUserId: 5 })] });
    expect(await core.entering.begin('DEV0001')).toMatchObject({
      destination: { to: 'process', sno: 'DEV0001' },
      entered: { sno: 'DEV0001', isShare: true },
    });
  });

  test('A device in use does not count as shared if the server refuses its share list, unless it broke down', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING' });
    for (const code of ['403', '404', 404]) {
      core.http.reply(listShares, refused(code, '无权限'));
      expect(await core.entering.begin('DEV0001')).toEqual(notice('using'));
    }
    core.http.reply(listShares, refused('500', '系统繁忙'));
    expect(await problemOf(core.entering.begin('DEV0001'))).toMatchObject({ serverMessage: '系统繁忙' });
  });

  test('A user with an own lease of the device enters without waiting for the share list', async () => {
    const core = beforeDevice({ status: 'DEVICE_USING', devices: [aDevice()] });
    core.http.reply(listShares, () => new Promise<never>(() => {}));
    expect(await core.entering.begin('DEV0001')).toEqual(toModes(false));
  });
});

describe('EnterDevice: a free device', () => {
  const toModes = go({ to: 'mode-menu' });

  test.each<[string, Parameters<typeof beforeDevice>[0], unknown]>([
    ['another device of its operator', { devices: [aDevice({ sno: 'OTHER1' })] }, toModes],
    ['such a device for a customer', { devices: [aDevice({ sno: 'OTHER1', assist: true })] }, toLease(false)],
    ['such a device as a share', { devices: [aDevice({ sno: 'OTHER1', shareUserId: 5 })] }, toLease(false)],
    [
      'such a device until a day that has passed',
      { devices: [aDevice({ sno: 'OTHER1', expirationTime: '2026-01-01 00:00:00' })] },
      toLease(false),
    ],
    [
      'the device itself, until an unknown day',
      { devices: [aDevice({ expirationTime: null, ownerId: 'shop-2' })] },
      toModes,
    ],
    ['the device itself, for a customer', { devices: [aDevice({ assist: true, ownerId: 'shop-2' })] }, toModes],
    ['the device itself, as a share', { devices: [aDevice({ shareUserId: 5, ownerId: 'shop-2' })] }, toModes],
    ['uses on one of two cards of its operator', { cards: [aCard({ money: 0 }), aCard({ money: '2' })] }, toModes],
    [
      'a device and uses of other operators',
      {
        devices: [aDevice({ sno: 'OTHER1', ownerId: 'shop-2' })],
        cards: [aCard({ sysUserId: 'shop-2' }), aCard({ money: 0 })],
      },
      toLease(false),
    ],
  ])('A free device leads a user who has %s to its modes or to the plans', async (_, options, outcome) => {
    const core = beforeDevice(options);
    expect(await core.entering.begin('DEV0001')).toEqual(outcome);
  });

  test.each(['DEVICE_FREE', 'SOMETHING_NEW', '', 'constructor', '__proto__'])(
    'A device with the status %j counts as free',
    async (status) => {
      expect(await beforeDevice({ status }).entering.begin('DEV0001')).toEqual(toLease(false));
    },
  );
});

describe('EnterDevice: an assistant', () => {
  const assistant = { mobile: '138', assist: true };

  test('An assistant who answers after the last use is gone is led to the plans', async () => {
    const core = beforeDevice({ user: assistant, cards: [aCard()] });
    const question = await askedBy(core.entering, 'DEV0001');
    core.http.reply(listCards, aPage());
    expect(await core.entering.proceed(question, { assist: false })).toEqual(toLease(false));
  });

  test.each([true, false])('An assistant may repeat the answer %j after a network failure', async (assist) => {
    const core = beforeDevice({ user: assistant, check: new Problem('timeout') });
    core.http.reply(listDevices, new Problem('timeout'));
    const question = await askedBy(core.entering, 'DEV0001');
    expect(await problemOf(core.entering.proceed(question, { assist }))).toMatchObject({ code: 'timeout' });
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' }).reply(listDevices, []);
    expect(await core.entering.proceed(question, { assist })).toEqual(toLease(assist));
  });

  test('An answer is about the device that was asked about, also if another one was scanned meanwhile', async () => {
    const core = beforeDevice({ user: assistant });
    const question = await askedBy(core.entering, 'DEV0001');
    await core.entering.begin('DEV0002');
    expect(await core.entering.proceed(question, { assist: true })).toEqual(toLease(true, 'DEV0001'));
  });
});
