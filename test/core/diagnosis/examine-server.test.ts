import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/account/api.ts';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { ExamineCall } from '../../../src/core/api/examine/examine-call.ts';
import {
  checkDevice,
  enterPage,
  getDetail,
  listDevices,
  listHistory,
  readLatest,
} from '../../../src/core/device/api.ts';
import { ExamineChannel } from '../../../src/core/diagnosis/examine-channel.ts';
import { ExamineServer } from '../../../src/core/diagnosis/examine-server.ts';
import { type Finding, isBad } from '../../../src/core/diagnosis/finding.ts';
import { listDurationPlans, listUsePlans } from '../../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { listCards, listRefunds } from '../../../src/core/wallet/api.ts';
import type { ChannelEvent, ChannelFailure } from '../../../src/ports/device-channel.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { ENDPOINTS, httpResponse, refused, success } from '../../helpers/fake-server.ts';
import {
  aCard,
  aCardOrder,
  aDevice,
  aLeaseOrder,
  aPage,
  aReport,
  aSupply,
  type DeviceRow,
  durationPlans,
  online,
  usePlans,
} from '../../helpers/wire.ts';

const HEARTBEAT = { everyMs: 30_000, limitMs: 5_000 };

/** An endpoint with a path of the deployment. */
const listOwnOrders = { ...listLeaseOrders, path: '/orders/own' };

/** A healthy server with these leased devices. */
function aServer(...devices: DeviceRow[]) {
  const core = createTestApp({
    configuration: {
      endpoints: {
        'order.listLeaseOrders': { path: listOwnOrders.path },
        'order.cancelLeaseOrder': { path: '/orders/own/cancel' },
      },
    },
  });
  const { http, clock, channel } = core;
  http
    .reply(
      getUser,
      httpResponse({ ...success({ mobile: '13800000001' }), headers: { Date: new Date(clock.now()).toUTCString() } }),
    )
    .reply(listDevices, devices)
    .reply(listHistory, [])
    .reply(listCards, aPage(aCard()))
    .reply(listRefunds, aPage())
    .reply(listOwnOrders, aPage(aLeaseOrder()))
    .reply(getLeaseOrder, aLeaseOrder())
    .reply(listCardOrders, aPage(aCardOrder()))
    .reply(checkDevice, { ownerId: 'shop-7', status: 'DEVICE_FREE' })
    .reply(getDetail, online)
    .reply(readLatest, aReport())
    .reply(listShares, [])
    .reply(listDurationPlans, durationPlans())
    .reply(listUsePlans, usePlans())
    .reply(enterPage, aSupply);
  const calls = new ExamineCall(core.get(ApiClient), clock);
  const examination = new ExamineServer(
    http,
    calls,
    new ExamineChannel(core.get(ApiClient), channel, clock),
    core.adapters.configuration,
    clock,
  );
  /** All findings while the channel emits the events of `says`, each at its time in ms. */
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
  return { ...core, found, examination };
}

const open = { kind: 'line', state: 'open' } as const;
const loggedIn = { kind: 'logged-in' } as const;
const lost = { kind: 'line', state: 'lost' } as const;
const pong = { kind: 'pong', ms: 42 } as const;
const stateReport = { kind: 'attributes', attributes: { OnOff: 0 } } as const;
const callsOf = (findings: Finding[]) =>
  findings.flatMap((finding) => (finding.check === 'call' ? [finding.call] : []));
const skipped = (findings: Finding[]) =>
  findings.flatMap((finding) => (finding.check === 'skipped' ? [[finding.call, finding.wants]] : []));
const steps = (findings: Finding[]) =>
  findings.flatMap((finding) => (finding.check === 'channel' ? [[finding.step, finding.good, finding.ms]] : []));

describe('ExamineServer: a healthy server', () => {
  test('A healthy server is first called without a token and then with the ids from its own responses', async () => {
    const core = aServer(aDevice());
    const findings = await core.found({ sno: 'NAMED01' }, [
      [1, open],
      [2, stateReport],
      [30_002, pong],
    ]);
    expect(findings).toContainEqual({ check: 'no-token', status: 200 });
    expect([core.channel.openConnections, core.clock.pending]).toEqual([0, 0]);
    expect(
      core.http
        .requests(getUser)
        .map(({ method, headers, timeoutMs }) => [method, headers['Authorization'], timeoutMs]),
    ).toEqual([
      ['POST', undefined, 15_000],
      ['POST', 'token-1', 15_000],
    ]);
    expect(core.http.data(checkDevice)).toEqual([{ sno: 'NAMED01', assist: false }]);
    expect(core.http.data(getLeaseOrder)).toEqual(['L-100']);
    expect(core.http.data(listCardOrders)).toMatchObject([{ current: 0, query: { sysUserId: 'shop-7' } }]);
    for (const endpoint of [listOwnOrders, listCards, listRefunds])
      expect([endpoint.name, core.http.data(endpoint)]).toEqual([
        endpoint.name,
        [expect.objectContaining({ current: 0 })],
      ]);
    for (const endpoint of [getDetail, readLatest])
      expect([endpoint.name, core.http.data(endpoint)]).toEqual([endpoint.name, ['NAMED01']]);
    for (const endpoint of [listDurationPlans, listUsePlans, enterPage])
      expect([endpoint.name, core.http.data(endpoint)]).toEqual([endpoint.name, [{ sno: 'NAMED01' }]]);
    expect(core.http.requests(listShares).map(({ url }) => new URL(url).search)).toEqual(['?sno=NAMED01']);
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'call',
        call: 'order.listLeaseOrders',
        path: '/orders/own',
        asked: { page: 0 },
      }),
    );
  });
});

describe('ExamineServer: skipped endpoints', () => {
  test('An endpoint that needs a missing device or order is reported as skipped with the missing input', async () => {
    const core = aServer();
    core.http.reply(listOwnOrders, aPage()).reply(listCards, aPage());
    const findings = await core.found();
    expect(skipped(findings)).toEqual([
      ['order.getLeaseOrder', 'order'],
      ['device.checkDevice', 'device'],
      ['order.listCardOrders', 'operator'],
      ...[
        'device.getDetail',
        'device.readLatest',
        'share.listShares',
        'lease.listDurationPlans',
        'lease.listUsePlans',
        'device.enterPage',
      ].map((call) => [call, 'device']),
    ]);
    expect(steps(findings)).toEqual([]);
  });
});

describe('ExamineServer: the examined device', () => {
  const chosen = (findings: Finding[]) =>
    findings.flatMap((finding) => (finding.check === 'device' ? [[finding.sno, finding.source]] : []));

  const past = [{ id: 1 }, { id: 2, sno: 'PAST02' }];
  const unnamed = [{ id: 1, sno: ' ' }];
  const ofNoDevice = aLeaseOrder({ deviceSno: undefined });
  const aShared = {
    ...aDevice({ sno: 'SHARED1', shareUserId: '7' }),
    expirationTime: Date.parse('2126-04-01T00:00:00+08:00'),
  };
  const anEnded = aDevice({ sno: 'ENDED01', expirationTime: '2026-02-01 00:00:00' });
  test.each([
    ['one that is named', { sno: 'NAMED01' }, [aDevice()], past, aLeaseOrder(), [['NAMED01', 'named']]],
    ['one that is rented', {}, [aDevice()], past, aLeaseOrder(), [['DEV0001', 'rented']]],
    ['one that another user shares', {}, [aShared], past, aLeaseOrder(), [['SHARED1', 'shared']]],
    ['one that is rented rather than shared', {}, [aShared, aDevice()], past, aLeaseOrder(), [['DEV0001', 'rented']]],
    ['one whose listed rental is over', {}, [anEnded], past, aLeaseOrder(), [['ENDED01', 'history']]],
    [
      'one of an order rather than one whose sharing is over',
      {},
      [{ ...aShared, expirationTime: anEnded.expirationTime }],
      unnamed,
      aLeaseOrder(),
      [['DEV0001', 'order']],
    ],
    ['one of a past rental', {}, [], past, aLeaseOrder(), [['PAST02', 'history']]],
    ['one of an order', {}, [], unnamed, aLeaseOrder(), [['DEV0001', 'order']]],
    ['none', {}, [], unnamed, ofNoDevice, []],
  ])('The examined device of an account is %s', async (_which, named, devices, history, order, expected) => {
    const core = aServer(...devices);
    core.http.reply(listHistory, history).reply(listOwnOrders, aPage(order));
    expect(chosen(await core.found(named))).toEqual(expected);
  });

  test('A refused read of a device that another user shares is no fault: who shares it is for that user to see', async () => {
    const core = aServer(aDevice({ shareUserId: '7' }));
    core.http.fails(listShares, refused('403', '无权限'));
    const findings = await core.found();
    expect(skipped(findings)).toContainEqual(['share.listShares', 'rental']);
    expect(findings.filter((finding) => finding.check === 'call').some(isBad)).toBe(false);
  });

  test('A refused read of a device that is not rented any more is skipped, and one of a rented device is a fault', async () => {
    const core = aServer();
    core.http.reply(listHistory, [{ id: 1, sno: 'PAST01' }]).fails(enterPage, refused('1001', '没有租用'));
    const findings = await core.found();
    expect(skipped(findings)).toEqual([['device.enterPage', 'rental']]);
    expect(findings.filter((finding) => finding.check === 'call').some(isBad)).toBe(false);
    const named = await core.found({ sno: 'PAST01' });
    expect(named.filter((finding) => finding.check === 'call' && isBad(finding))).toMatchObject([
      { call: 'device.enterPage', problem: { serverCode: '1001' } },
    ]);
  });
});

describe('ExamineServer: the envelope', () => {
  const answersAll = (core: ReturnType<typeof aServer>, body: (data: unknown) => unknown) => {
    core.http.fails(getUser, httpResponse({ body: body({ mobile: '13800000001' }) }));
    core.http.fails(listDevices, httpResponse({ body: body([aDevice()]) }));
  };

  test.each([
    [{ code: 0 }, 'code 0'],
    [{ code: 1 }, 'code 1'],
    [{ code: '0000' }, 'code "0000"'],
    [{ code: true }, 'code true'],
    [{ success: true }, 'no code, but success, data'],
    [{ status: 0, msg: 'ok' }, 'no code, but status, msg, data'],
    [{}, 'no code, but data'],
  ])(
    'A server that reports success as %o is told the contract’s code once, and its answers are used',
    async (envelope, got) => {
      const core = aServer();
      answersAll(core, (data) => ({ ...envelope, data }));
      const findings = await core.found();
      expect(findings.filter(({ check }) => check === 'success-code')).toEqual([{ check: 'success-code', got }]);
      const at = findings.findIndex(({ check }) => check === 'success-code');
      expect(findings[at + 1]).toMatchObject({ call: 'account.getUser', unexpectedCode: got });
      expect(findings[at + 1]).not.toHaveProperty('problem');
      expect(findings.filter(isBad)).toMatchObject([
        { check: 'success-code' },
        { call: 'account.getUser' },
        { call: 'device.listDevices' },
        { check: 'channel' },
      ]);
      expect(core.http.data(checkDevice)).toEqual([{ sno: 'DEV0001', assist: false }]);
    },
  );

  test.each([
    ['a refusal in plain words', { code: 500, message: '系统繁忙', data: null }, undefined],
    ['a code that means success elsewhere, without an answer', { code: 1, message: '失败', data: null }, 'code 1'],
    ['an error without a code', { error: 'down', success: false }, 'no code, but error, success'],
    ['a code of null', { code: null, data: {} }, 'code null'],
  ])('An answer is not taken for a success if it is %s', async (_what, body, unexpectedCode) => {
    const core = aServer();
    core.http.fails(listRefunds, httpResponse({ body }));
    const call = (await core.found()).find(
      (finding) => finding.check === 'call' && finding.call === 'wallet.listRefunds',
    );
    expect(call).toMatchObject({ problem: { code: expect.stringMatching(/refused|parse/) }, unexpectedCode });
  });
});

describe('ExamineServer: the token', () => {
  test('A token is not called accepted if no call with it had a usable answer', async () => {
    const core = aServer(aDevice());
    core.http.fails(getUser, httpResponse({ status: 500 })).fails(listDevices, httpResponse({ status: 500 }));
    expect(await core.found()).toContainEqual({ check: 'token', problem: undefined, isUnverified: true });
    core.http.recovers(listDevices);
    expect(await core.found()).toContainEqual({ check: 'token', problem: undefined });
  });

  test('A server that rejects the token by a code instead of the status receives no further request', async () => {
    const core = aServer();
    core.http.fails(getUser, refused(401, '登录已过期'));
    const findings = await core.found();
    expect(findings.at(-1)).toMatchObject({ check: 'token', problem: { code: 'refused', serverCode: '401' } });
    expect(core.http.sent).toHaveLength(2);
  });

  test.each([
    ['answers a request without a token with 401 is not warned about', 401, 200, []],
    ['answers only a request without a token with 500 is warned about', 500, 200, [{ check: 'no-token', status: 500 }]],
    ['answers each request with 500 is not warned that it takes requests without a token', 500, 500, []],
  ])('A server that %s', async (_, without, withToken, warnings) => {
    const core = aServer();
    core.http.fails(getUser, ({ headers }) =>
      Promise.resolve(
        httpResponse({ ...success({}), status: headers['Authorization'] === undefined ? without : withToken }),
      ),
    );
    expect((await core.found()).filter(({ check }) => check === 'no-token')).toEqual(warnings);
  });
});

test('The writes of the contract are listed with the paths of the deployment, and none is sent', async () => {
  const core = aServer(aDevice());
  await core.found();
  const { writes } = core.examination;
  expect(writes.map(({ call }) => call).toSorted()).toEqual(
    ENDPOINTS.filter(({ kind }) => kind === 'write')
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(writes).toContainEqual({ call: 'order.cancelLeaseOrder', path: '/orders/own/cancel' });
  expect(core.http.sent.some(({ url }) => writes.some(({ path }) => url.endsWith(path)))).toBe(false);
});

describe('ExamineServer: a faulty server', () => {
  test('A server clock that is more than a minute fast or slow is reported', async () => {
    for (const aheadMs of [60_000, 61_000, -60_000, -61_000]) {
      const core = aServer();
      const date = new Date(core.clock.now() + aheadMs).toUTCString();
      core.http.reply(getUser, httpResponse({ ...success({}), headers: { Date: date } }));
      const good = Math.abs(aheadMs) <= 60_000;
      const [, clock] = await core.found();
      expect([clock, clock && isBad(clock)]).toEqual([{ check: 'clock', aheadMs, good }, !good]);
    }
  });
});

test('A missing or unreadable field needs repair; an unsent or unknown one and a skipped endpoint do not', () => {
  const call = { check: 'call', call: 'order.listLeaseOrders', path: '/orders/own', asked: {}, ms: 1 } as const;
  const verdicts = ['missing', 'unreadable', 'not-sent', 'unknown'] as const;
  const bad = verdicts.filter((verdict) => isBad({ ...call, fields: [{ path: 'x', verdict, times: 1 }] }));
  expect(bad).toEqual(['missing', 'unreadable']);
  expect(isBad({ check: 'skipped', call: 'device.getDetail', path: getDetail.path, wants: 'device' })).toBe(false);
});

describe('ExamineServer: channel', () => {
  const failed = (step: ChannelFailure['step'], reason: ChannelFailure['reason'], code?: string) =>
    ({ kind: 'failure', failure: { step, reason, code } }) as const;

  test.each<[string, [number, ChannelEvent][], [step: string, good: boolean, ms: number][], object?]>([
    ['stays silent', [], [['login', false, 10_000]]],
    [
      'hangs up at the login',
      [
        [100, lost],
        [101, failed('login', 'closed', '4001')],
      ],
      [['login', false, 10_000]],
      { step: 'login', reason: 'closed', code: '4001' },
    ],
    [
      'never confirms the subscription',
      [
        [100, loggedIn],
        [5_100, failed('subscribe', 'no-answer')],
      ],
      [
        ['login', true, 100],
        ['subscribe', false, 20_000],
      ],
      { step: 'subscribe', reason: 'no-answer' },
    ],
    [
      'sends no report of the device',
      [
        [0, open],
        [30_000, pong],
      ],
      [
        ['login', true, 0],
        ['subscribe', true, 0],
        ['read', false, 5_000],
        ['ping', true, 42],
      ],
    ],
    [
      'answers no ping',
      [
        [0, open],
        [0, stateReport],
      ],
      [
        ['login', true, 0],
        ['subscribe', true, 0],
        ['read', true, 0],
        ['ping', false, 35_300],
      ],
    ],
    [
      'is lost before it opens for the first time, and opens',
      [
        [100, lost],
        [900, open],
        [901, stateReport],
        [31_000, pong],
      ],
      [
        ['login', true, 900],
        ['subscribe', true, 0],
        ['read', true, 1],
        ['ping', true, 42],
      ],
    ],
  ])('A channel that %s is reported step by step, up to the first that fails', async (_, said, expected, failure) => {
    const findings = await aServer(aDevice()).found({}, said);
    expect(steps(findings)).toEqual(expected);
    if (failure) expect(findings.at(-1)).toMatchObject({ failure });
    const bad = findings.filter((finding) => finding.check === 'channel' && isBad(finding));
    expect(bad).toHaveLength(expected.filter(([, good]) => !good).length);
  });

  test('A channel that subscribes by itself after an unanswered request is reported as good with a remark', async () => {
    const findings = await aServer(aDevice()).found({}, [
      [100, loggedIn],
      [5_100, failed('subscribe', 'no-answer')],
      [5_200, stateReport],
      [5_200, open],
      [35_000, pong],
    ]);
    expect(steps(findings).map(([, good]) => good)).toEqual([true, true, true, true]);
    expect(findings.find((finding) => finding.check === 'channel' && finding.step === 'subscribe')).toMatchObject({
      failure: { reason: 'no-answer' },
    });
    expect(findings.filter((finding) => finding.check === 'channel').some(isBad)).toBe(false);
  });

  test('A channel that refuses the read is reported with its code', async () => {
    const findings = await aServer(aDevice()).found({}, [
      [0, open],
      [10, failed('listen', 'refused', '1005')],
    ]);
    expect(findings.find((finding) => finding.check === 'channel' && finding.step === 'read')).toMatchObject({
      good: false,
      failure: { code: '1005' },
    });
  });
});

test('A server that becomes unreachable gets two more requests, and the remaining endpoints are reported once as skipped', async () => {
  const server = aServer(aDevice());
  const gone = new Problem('network', { message: 'no answer came: ECONNREFUSED' });
  for (const endpoint of [listHistory, listOwnOrders, listCards, listRefunds]) server.http.fails(endpoint, gone);
  const findings = await server.found();
  expect(callsOf(findings)).toEqual([
    'account.getUser',
    'device.listDevices',
    'device.listHistory',
    'order.listLeaseOrders',
  ]);
  expect(findings.at(-1)).toMatchObject({ check: 'stopped', problem: { code: 'network' } });
});
