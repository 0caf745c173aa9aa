import { describe, expect, test } from 'vitest';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { ExamineCall } from '../../../src/core/api/examine-call.ts';
import { ExamineChannel } from '../../../src/core/diagnosis/examine-channel.ts';
import { ExamineServer } from '../../../src/core/diagnosis/examine-server.ts';
import { isBad, type Finding } from '../../../src/core/diagnosis/finding.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { ChannelEvent, ChannelFailure } from '../../../src/ports/device-channel.ts';
import { coreOnFakes } from '../../helpers/core-on-fakes.ts';
import { aCard, aCardOrder, aDevice, aLeaseOrder, aPage, aReport, aSupply, done, durationPlans, offline, online, usePlans } from '../../helpers/wire.ts';

const HEARTBEAT = { everyMs: 30_000, limitMs: 5_000 };
const CHECK = '/order/check/device';
const USER = '/user/get';

/** A server in good health, and the devices on lease. */
function aServer(...devices: object[]) {
  const core = coreOnFakes({ configuration: { endpoints: { 'order.listLeaseOrders': { path: '/orders/own' } } } });
  const { http, clock, channel } = core;
  http
    .answers(USER, { ...done({ mobile: '13800000001' }), headers: { Date: new Date(clock.now()).toUTCString() } })
    .answers('/device/device/list', done(devices))
    .answers('/device/device/history/list', done([]))
    .answers('/wallet/balance', aPage(aCard()))
    .answers('/refund/page', aPage())
    .answers('/orders/own', aPage(aLeaseOrder()))
    .answers('/order/detail', done(aLeaseOrder()))
    .answers('/wallet/list', aPage(aCardOrder()))
    .answers(CHECK, done({ ownerId: 'shop-7', status: 'DEVICE_FREE' }))
    .answers('/device/detail', online)
    .answers('/device/real_time_data', aReport())
    .answers('/device/device/share/list', done([]))
    .answers('/product/service/mode/get', durationPlans())
    .answers('/rechargeMode/get', usePlans())
    .answers('/device/intoDevicePage', done(aSupply));
  const calls = new ExamineCall(core.get(ApiClient), clock);
  const examination = new ExamineServer(http, calls, new ExamineChannel(channel, clock), core.outside.configuration, clock);
  /** All that is found while `says` comes from the channel, at these moments (ms). */
  const found = async (named: { sno?: string } = {}, says: [number, ChannelEvent][] = []): Promise<Finding[]> => {
    const findings: Finding[] = [];
    const examining = (async () => {
      for await (const finding of examination.examine({ ...named, heartbeat: HEARTBEAT })) findings.push(finding);
    })();
    let now = 0;
    for (const [at, event] of says) {
      await clock.advance(at - now);
      now = at;
      channel.push(event);
    }
    await clock.advance(120_000);
    await examining;
    return findings;
  };
  return { ...core, found };
}

const open = { kind: 'line', state: 'open' } as const;
const loggedIn = { kind: 'logged-in' } as const;
const lost = { kind: 'line', state: 'lost' } as const;
const tells = { kind: 'attributes', attributes: { OnOff: 0 } } as const;
const callsOf = (findings: Finding[]) => findings.flatMap((finding) => (finding.check === 'call' ? [finding.call] : []));
const skipped = (findings: Finding[]) => findings.flatMap((finding) => (finding.check === 'skipped' ? [[finding.call, finding.wants]] : []));
const steps = (findings: Finding[]) => findings.flatMap((finding) => (finding.check === 'channel' ? [[finding.step, finding.good, finding.ms]] : []));

describe('a server in good health', () => {
  test('is told as that, from its address to the channel of the first device that is online', async () => {
    const core = aServer(aDevice({ sno: 'AWAY01', onlineStatus: '离线' }), aDevice());
    const findings = await core.found({}, [[100, loggedIn], [150, open], [300, tells]]);
    expect(findings.slice(0, 3)).toEqual([{ check: 'address', ms: 0 }, { check: 'clock', aheadMs: 0, good: true }, { check: 'token', problem: undefined }]);
    expect(callsOf(findings)).toHaveLength(15);
    expect(skipped(findings)).toEqual([]);
    expect(steps(findings)).toEqual([['login', true, 100], ['subscribe', true, 50], ['read', true, 150], ['ping', true, 35_300]]);
    expect(findings.filter((finding) => finding.check !== 'call').some(isBad)).toBe(false);
    expect(core.data(CHECK)).toEqual([{ sno: 'DEV0001', assist: false }]);
    expect([core.channel.openConnections, core.clock.pending]).toEqual([0, 0]);
  });

  test('is asked first without a token, and for what its own answers name', async () => {
    const core = aServer(aDevice());
    const findings = await core.found({ sno: 'NAMED01' }, [[1, open], [2, tells]]);
    expect(core.http.sentTo(USER).map(({ method, headers, timeoutMs }) => [method, headers['Authorization'], timeoutMs])).toEqual([
      ['POST', undefined, 15_000],
      ['POST', 'token-1', 15_000],
    ]);
    expect(core.data(CHECK)).toEqual([{ sno: 'NAMED01', assist: false }]);
    expect(core.data('/order/detail')).toEqual(['L-100']);
    expect(core.data('/wallet/list')).toMatchObject([{ current: 0, query: { sysUserId: 'shop-7' } }]);
    for (const path of ['/orders/own', '/wallet/balance', '/refund/page']) expect([path, core.data(path)]).toEqual([path, [expect.objectContaining({ current: 0 })]]);
    for (const path of ['/device/detail', '/device/real_time_data']) expect([path, core.data(path)]).toEqual([path, ['NAMED01']]);
    for (const path of ['/product/service/mode/get', '/rechargeMode/get', '/device/intoDevicePage']) expect([path, core.data(path)]).toEqual([path, [{ sno: 'NAMED01' }]]);
    expect(core.http.sentTo('/device/device/share/list').map(({ url }) => new URL(url).search)).toEqual(['?sno=NAMED01']);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'call', call: 'order.listLeaseOrders', path: '/orders/own', asked: { page: 0 } }));
  });

  test('with devices that are all offline is examined by the first of them', async () => {
    const core = aServer(aDevice({ sno: 'AWAY01', onlineStatus: '离线' }), aDevice({ sno: 'AWAY02', onlineStatus: '离线' }));
    core.http.answers('/device/detail', offline);
    await core.found();
    expect(core.data(CHECK)).toEqual([{ sno: 'AWAY01', assist: false }]);
  });
});

describe('what there is nothing to ask about for', () => {
  test('is said to be left out, with what is wanting', async () => {
    const core = aServer();
    core.http.answers('/orders/own', aPage()).answers('/wallet/balance', aPage());
    const findings = await core.found();
    expect(skipped(findings)).toEqual([
      ['order.getLeaseOrder', 'order'],
      ['device.checkDevice', 'device'],
      ['order.listCardOrders', 'operator'],
      ...['device.getDetail', 'device.readLatest', 'share.listShares', 'lease.listDurationPlans', 'lease.listUsePlans', 'device.enterPage'].map((call) => [call, 'device']),
    ]);
    expect(steps(findings)).toEqual([]);
  });

  test('is the operator of a card where no device names one', async () => {
    const core = aServer();
    await core.found();
    expect(core.data('/wallet/list')).toMatchObject([{ query: { sysUserId: 'shop-1' } }]);
  });
});

describe('a server that is not in order', () => {
  test('and cannot be reached is that and nothing more', async () => {
    const core = aServer();
    core.http.answers(USER, async () => {
      await core.clock.sleep(700);
      return new Problem('network');
    });
    const findings = await core.found();
    expect(findings).toMatchObject([{ check: 'address', ms: 700, problem: { code: 'network' } }]);
    expect(findings.map(isBad)).toEqual([true]);
  });

  test('and takes the token no more is asked nothing more', async () => {
    const core = aServer();
    core.http.answers(USER, { status: 401 });
    const findings = await core.found();
    expect(findings).toMatchObject([{ check: 'address' }, { check: 'clock', good: true }, { check: 'token', problem: { code: 'unauthorized' } }]);
    expect(findings.map(isBad)).toEqual([false, false, true]);
    expect(core.http.sent).toHaveLength(2);
  });

  test.each([[60_000, true], [61_000, false], [-60_000, true], [-61_000, false]])('by a clock that is %d ms ahead: good %s', async (aheadMs, good) => {
    const core = aServer();
    core.http.answers(USER, { ...done({}), headers: { Date: new Date(core.clock.now() + aheadMs).toUTCString() } });
    const [, clock] = await core.found();
    expect([clock, clock && isBad(clock)]).toEqual([{ check: 'clock', aheadMs, good }, !good]);
  });

  test('in one call tells how long that took and what broke, and goes on', async () => {
    const core = aServer();
    core.http.answers('/refund/page', async () => {
      await core.clock.sleep(1_200);
      return { status: 404 };
    });
    const findings = await core.found();
    const broken = findings.filter(isBad);
    expect(broken).toMatchObject([{ check: 'call', call: 'wallet.listRefunds', path: '/refund/page', ms: 1_200, fields: [], problem: { code: 'http', status: 404 } }]);
    expect(callsOf(findings)).toContain('order.getLeaseOrder');
  });

  test('in what would name an operator or a channel is asked about what is left', async () => {
    const core = aServer(aDevice());
    core.http.answers(CHECK, { status: 404 }).answers('/device/intoDevicePage', { status: 404 });
    expect(steps(await core.found())).toEqual([]);
    expect(core.data('/wallet/list')).toMatchObject([{ query: { sysUserId: 'shop-1' } }]);
    core.http.answers('/wallet/balance', { status: 404 });
    expect(skipped(await core.found())).toEqual([['order.listCardOrders', 'operator']]);
  });

  test('by an answer that is not as agreed tells each field of it', async () => {
    const core = aServer();
    core.http.answers('/orders/own', aPage(aLeaseOrder({ orderNo: undefined, payMoney: 'free', colour: 'red' })));
    const findings = await core.found();
    const told = findings.find((finding) => finding.check === 'call' && finding.call === 'order.listLeaseOrders');
    expect(told && 'answer' in told && told.answer).toMatchObject({ records: [], unreadable: 1 });
    expect(told && isBad(told)).toBe(true);
    expect(told).toMatchObject({ fields: expect.arrayContaining([expect.objectContaining({ path: 'records[].payMoney', verdict: 'unreadable' }), expect.objectContaining({ path: 'records[].colour', verdict: 'unknown' })]) });
  });
});

test.each([['missing', true], ['unreadable', true], ['not-sent', false], ['unknown', false]] as const)('a field that is %s has to be mended: %s', (verdict, bad) => {
  expect(isBad({ check: 'call', call: 'order.listLeaseOrders', path: '/orders/own', asked: {}, ms: 1, fields: [{ path: 'x', verdict, times: 1 }] })).toBe(bad);
});

test('what there is nothing to ask about for need not be mended', () => {
  expect(isBad({ check: 'skipped', call: 'device.getDetail', wants: 'device' })).toBe(false);
});

describe('a channel', () => {
  const failed = (step: ChannelFailure['step'], reason: ChannelFailure['reason'], code?: string) => ({ kind: 'failure', failure: { step, reason, code } }) as const;

  test('that refuses the login is that, with its code, and nothing is read', async () => {
    const findings = await aServer(aDevice()).found({}, [[400, { kind: 'login-failed', code: '9004', message: 'expired' }]]);
    expect(steps(findings)).toEqual([['login', false, 400]]);
    expect(findings.at(-1)).toMatchObject({ problem: { code: 'login-failed', serverCode: '9004' }, failure: { step: 'login', reason: 'refused', code: '9004', message: 'expired' } });
    expect(findings.filter((finding) => finding.check === 'channel').map(isBad)).toEqual([true]);
  });

  test('that says nothing is waited for ten seconds', async () => {
    expect(steps(await aServer(aDevice()).found())).toEqual([['login', false, 10_000]]);
  });

  test('whose connection is closed at the login tells what it met', async () => {
    const findings = await aServer(aDevice()).found({}, [[100, lost], [101, failed('login', 'closed', '4001')]]);
    expect(findings.at(-1)).toMatchObject({ step: 'login', good: false, failure: { step: 'login', reason: 'closed', code: '4001' } });
  });

  test('that refuses the subscription fails there with its code, and is not asked to read', async () => {
    const findings = await aServer(aDevice()).found({}, [[100, loggedIn], [400, failed('subscribe', 'refused', '1004')]]);
    expect(steps(findings)).toEqual([['login', true, 100], ['subscribe', false, 300]]);
    expect(findings.at(-1)).toMatchObject({ failure: { step: 'subscribe', reason: 'refused', code: '1004' } });
  });

  test('that never confirms the subscription is waited for twenty seconds', async () => {
    const findings = await aServer(aDevice()).found({}, [[100, loggedIn], [5_100, failed('subscribe', 'no-answer')]]);
    expect(steps(findings)).toEqual([['login', true, 100], ['subscribe', false, 20_000]]);
    expect(findings.at(-1)).toMatchObject({ failure: { step: 'subscribe', reason: 'no-answer' } });
  });

  test('that subscribes by itself after leaving the question unanswered is good, and that is told', async () => {
    const findings = await aServer(aDevice()).found({}, [[100, loggedIn], [5_100, failed('subscribe', 'no-answer')], [5_200, tells], [5_200, open]]);
    expect(steps(findings)).toEqual([['login', true, 100], ['subscribe', true, 5_100], ['read', true, 0], ['ping', true, 35_300]]);
    expect(findings.find((finding) => finding.check === 'channel' && finding.step === 'subscribe')).toMatchObject({ failure: { reason: 'no-answer' } });
    expect(findings.filter((finding) => finding.check === 'channel').map(isBad)).toEqual([false, false, false, false]);
  });

  test('that tells nothing of the device is waited for five seconds', async () => {
    expect(steps(await aServer(aDevice()).found({}, [[0, open]]))).toEqual([['login', true, 0], ['subscribe', true, 0], ['read', false, 5_000], ['ping', true, 35_300]]);
  });

  test('that refuses the question for the state tells its code', async () => {
    const findings = await aServer(aDevice()).found({}, [[0, open], [10, failed('listen', 'refused', '1005')]]);
    expect(findings.find((finding) => finding.check === 'channel' && finding.step === 'read')).toMatchObject({ good: false, failure: { code: '1005' } });
  });

  test('that is lost before its ping was answered is told with when and why', async () => {
    const findings = await aServer(aDevice()).found({}, [[0, open], [0, tells], [8_999, failed('listen', 'no-answer')], [9_000, lost]]);
    expect(steps(findings)).toEqual([['login', true, 0], ['subscribe', true, 0], ['read', true, 0], ['ping', false, 9_000]]);
    expect(findings.at(-1)).toMatchObject({ failure: { step: 'listen', reason: 'no-answer' } });
  });

  test('that is down before it ever stood is still waited for', async () => {
    expect(steps(await aServer(aDevice()).found({}, [[100, lost], [900, open], [901, tells]]))).toEqual([['login', true, 900], ['subscribe', true, 0], ['read', true, 1], ['ping', true, 35_300]]);
  });
});

describe('a server that is not the API', () => {
  const everyPath = ['/device/device/list', '/device/device/history/list', '/wallet/balance', '/refund/page', '/orders/own', USER];

  test.each([
    ['knows none of the paths', { status: 404 }, { code: 'http', status: 404 }],
    ['redirects each call', { status: 302, headers: { location: 'https://elsewhere.example/login?token=t' } }, { code: 'http', redirectsTo: 'https://elsewhere.example' }],
    ['answers each call with a web page', { body: '<html>' }, { code: 'parse', isWebPage: true }],
  ])('and %s is told once, as a wrong address', async (_how, answer, problem) => {
    const server = aServer(aDevice());
    for (const path of everyPath) server.http.answers(path, answer);
    expect(await server.found()).toMatchObject([{ check: 'address', problem }]);
  });

  test('for one call only is told of that call', async () => {
    const server = aServer(aDevice());
    server.http.answers(USER, { status: 404 });
    const findings = await server.found();
    expect(findings[0]).toMatchObject({ check: 'address', problem: undefined });
    expect(findings.filter((finding) => finding.check === 'call' && isBad(finding))).toMatchObject([{ call: 'account.getUser' }]);
  });
});

test('A server that can no longer be reached is asked twice more, and the rest is told as not asked, once', async () => {
  const server = aServer(aDevice());
  const gone = new Problem('network', { message: 'no answer came: ECONNREFUSED' });
  for (const path of ['/device/device/history/list', '/orders/own', '/wallet/balance', '/refund/page']) server.http.answers(path, gone);
  const findings = await server.found();
  expect(callsOf(findings)).toEqual(['account.getUser', 'device.listDevices', 'device.listHistory', 'order.listLeaseOrders']);
  expect(findings.at(-1)).toMatchObject({ check: 'stopped', problem: { code: 'network' } });
});
