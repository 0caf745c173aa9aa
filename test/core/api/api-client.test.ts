import { describe, expect, test } from 'vitest';
import type { TaughtAnswer, TaughtResponse } from '../../../src/adapters/fake/fake-http.ts';
import { getUser, sendCode, updatePhone } from '../../../src/core/account/api.ts';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { checkDevice, enterPage, listDevices } from '../../../src/core/device/api.ts';
import { createFeedback } from '../../../src/core/feedback/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { listCards, listRefunds } from '../../../src/core/wallet/api.ts';
import { coreOnFakes, problemOf, within } from '../../helpers/core-on-fakes.ts';
import { aPage, aSheet, done, refused } from '../../helpers/wire.ts';

function cloudOnFakes(options?: Parameters<typeof coreOnFakes>[0]) {
  const core = coreOnFakes(options);
  return { ...core, cloud: core.get(ApiClient) };
}

describe('what goes to the server', () => {
  test('a call carries the key, the version, its data and the bare token', async () => {
    const core = cloudOnFakes();
    core.http.answers('/order/check/device', done({ ownerId: 7, status: 'DEVICE_FREE' }));
    await core.cloud.call(checkDevice, { sno: 'DEV0001', assist: true });
    const [request] = core.http.sent;
    expect(request?.headers).toEqual({ 'content-type': 'application/json', Authorization: 'token-1' });
    expect([request?.method, request?.timeoutMs]).toEqual(['POST', 15_000]);
    expect(core.bodies('/order/check/device')).toEqual([{ appKey: 'physio', version: '1.0.0', data: { sno: 'DEV0001', assist: true } }]);
  });

  test('the payment is prepared without key and version', async () => {
    const core = cloudOnFakes();
    core.http.answers('/wxPay/prePay', done(aSheet));
    await core.cloud.call(prePay, { number: 'L-1', sno: 'DEV0001' });
    expect(core.bodies('/wxPay/prePay')).toEqual([{ data: { orderNo: 'L-1', sno: 'DEV0001', payType: 1 } }]);
  });

  test('the share list is asked for with an empty body and the device in the query', async () => {
    const core = cloudOnFakes();
    core.http.answers('/device/device/share/list', done([]));
    await core.cloud.call(listShares, { sno: 'DEV 1&x' });
    expect(core.http.sent[0]?.url).toBe('https://cloud.test/device/device/share/list?sno=DEV%201%26x');
    expect(core.bodies('/device/device/share/list')).toEqual([{}]);
  });

  test('a list without conditions is asked for without data', async () => {
    const core = cloudOnFakes();
    core.http.answers('/device/device/list', done([]));
    await core.cloud.call(listDevices, {});
    expect(core.bodies('/device/device/list')).toEqual([{ appKey: 'physio', version: '1.0.0' }]);
  });

  test('phone, feedback and paging go out as agreed', async () => {
    const core = cloudOnFakes();
    for (const path of ['/user/message', '/user/updatePhone', '/feedback/create']) core.http.answers(path, done());
    core.http.answers('/wallet/balance', aPage()).answers('/refund/page', aPage());
    await core.cloud.call(sendCode, { mobile: '13800000000' });
    await core.cloud.call(updatePhone, { mobile: '13800000000', code: '1234' });
    await core.cloud.call(createFeedback, { content: '好', phone: '138' });
    await core.cloud.call(listCards, { page: 0, size: 99 });
    await core.cloud.call(listRefunds, { page: 2 });
    expect(core.data('/user/message')).toEqual(['13800000000']);
    expect(core.data('/user/updatePhone')).toEqual([{ newMobile: '13800000000', newCode: '1234' }]);
    expect(core.data('/feedback/create')).toEqual([{ content: '好', phone: '138', file: [] }]);
    expect(core.data('/wallet/balance')).toEqual([{ current: 0, pages: 0, query: {}, size: 99, total: 0 }]);
    expect(core.data('/refund/page')).toEqual([{ current: 2, pages: 0, size: 15, total: 0 }]);
  });

  test('a deployment decides address, key, version, paths and the header of a wish', async () => {
    const core = cloudOnFakes({
      configuration: {
        apiBase: 'https://cloud.test/h5/',
        appKey: 'k',
        version: '2',
        endpoints: { 'payment.prePay': { path: '/pay/v2' } },
        idempotencyHeader: 'Idempotency-Key',
      },
    });
    core.http.answers('/h5/user/get', done({})).answers('/h5/pay/v2', done(aSheet));
    await core.cloud.call(getUser, {});
    await core.cloud.call(prePay, { number: 'L-1' }, { idempotencyKey: 'wish-1' });
    expect(core.bodies('/h5/user/get')).toEqual([{ appKey: 'k', version: '2', data: {} }]);
    expect(core.http.sentTo('/h5/pay/v2')[0]?.headers['Idempotency-Key']).toBe('wish-1');
    expect(core.http.sentTo('/h5/user/get')[0]?.headers).not.toHaveProperty('Idempotency-Key');
  });
});

describe('what comes back', () => {
  test.each([200, '200'])('the code %j is success', async (code) => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', { body: { code, data: { nickname: '小王', assist: true } } });
    expect(await core.cloud.call(getUser, {})).toMatchObject({ nickname: '小王', assist: true });
  });

  test.each([500, '500', '0', 'ok'])('the code %j is a refusal in the words of the server', async (code) => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', refused(code, '余额不足'));
    const problem = await problemOf(core.cloud.call(getUser, {}));
    expect(problem).toMatchObject({ code: 'refused', serverCode: String(code), serverMessage: '余额不足', call: 'account.getUser' });
    expect(core.http.sent).toHaveLength(1);
  });

  test.each([undefined, null, 5, {}, '', '  '])('a refusal without words (%j) is told without any', async (message) => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', { body: { code: '500', message } });
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'refused', serverMessage: undefined });
  });

  test.each([[199, false], [200, true], [299, true], [300, false]])('the status %d is an answer: %s', async (status, good) => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', { status, ...done({ nickname: '小王' }) });
    const told = await core.cloud.call(getUser, {}).catch(Problem.of);
    expect(told).toMatchObject(good ? { nickname: '小王' } : { code: 'http', status });
  });

  test.each([['a page', '<html>502</html>'], ['nothing', ''], ['a bare list', '[]'], ['no code', '{"data":{}}'], ['null', 'null']])(
    'an answer that is %s makes no sense',
    async (_, body) => {
      const core = cloudOnFakes();
      core.http.answers('/user/get', { body });
      expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'parse', call: 'account.getUser' });
    },
  );

  test.each([
    ['https://elsewhere.example/login?accessToken=secret#top', 'https://elsewhere.example'],
    ['HTTP://elsewhere.example:8080', 'HTTP://elsewhere.example:8080'],
    ['https://name:secret@elsewhere.example/', undefined],
    ['https://elsewhere.example\u001b[2J/', undefined],
    ['/login?token=secret', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('a redirect to %j is not followed, and names no more of it than scheme and host: %s', async (location, redirectsTo) => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', { status: 301, headers: { location } });
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'http', status: 301, redirectsTo, isNotTheApi: true });
    expect(core.http.sent).toHaveLength(1);
  });

  test.each(['<!doctype html><title>Wi-Fi</title>', '\uFEFF\n<html>', '<?xml version="1.0"?>'])('a web page with status 200 (%j) is told from an answer that is broken', async (body) => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', { body });
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'parse', isWebPage: true, isNotTheApi: true });
    core.http.answers('/user/get', { body: '{"code":"200","da' });
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'parse', isNotTheApi: false });
  });

  test('an answer of another shape names the field that is wrong', async () => {
    const core = cloudOnFakes();
    core.http
      .answers('/device/intoDevicePage', done({ deviceDetailWebSocketVo: { gizDid: 'd', gizHost: true, gizWssPort: 1 } }))
      .answers('/order/check/device', done({ status: 'DEVICE_FREE' }));
    expect((await problemOf(core.cloud.call(enterPage, { sno: 'A' }))).message).toContain('deviceDetailWebSocketVo.gizHost');
    expect((await problemOf(core.cloud.call(checkDevice, { sno: 'A', assist: false }))).message).toContain('ownerId');
  });

  test('missing and senseless optional fields break nothing', async () => {
    const core = cloudOnFakes();
    core.http.answers('/device/device/list', done([{ sno: 42, expirationTime: 'soon', assist: 'maybe', shareUserId: '', extra: {} }]));
    expect(await core.cloud.call(listDevices, {})).toEqual({
      records: [
        { sno: '42', name: '42', online: undefined, assist: false, area: undefined, expiresAt: undefined, ownerId: undefined, ownerName: undefined, sharer: undefined, orderNo: undefined },
      ],
      unreadable: 0,
    });
  });

  test('names that every JavaScript object knows mean nothing in an answer', async () => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', { body: '{"code":"200","data":{"__proto__":{"assist":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}}}' });
    expect(await core.cloud.call(getUser, {})).toMatchObject({ assist: false });
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('trying again', () => {
  const broken = [new Problem('network'), { status: 500 }] as const;

  test('a question is asked three times at the most', async () => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', ...broken, done({ nickname: '小王' }));
    expect(await within(core, 2_000, core.cloud.call(getUser, {}))).toMatchObject({ nickname: '小王' });
    core.http.answers('/user/get', new Problem('network'));
    expect(await problemOf(within(core, 5_000, core.cloud.call(getUser, {})))).toMatchObject({ code: 'network' });
    expect(core.http.sentTo('/user/get')).toHaveLength(6);
  });

  test.each([...broken, new Problem('timeout'), { body: 'x' }])('something that changes the world is sent once', async (answer) => {
    const core = cloudOnFakes();
    core.http.answers('/user/message', answer);
    await problemOf(within(core, 60_000, core.cloud.call(sendCode, { mobile: '1' })));
    expect(core.http.sent).toHaveLength(1);
  });

  test.each([{ status: 404 }, { body: 'x' }, refused(1), new Problem('timeout')])('what another try would not mend is not tried again', async (answer) => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', answer);
    await problemOf(within(core, 60_000, core.cloud.call(getUser, {})));
    expect(core.http.sent).toHaveLength(1);
  });

  test('whoever no longer wants the answer is not asked for again', async () => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', new Problem('network'));
    const leaving = new AbortController();
    const asked = core.cloud.call(getUser, {}, { signal: leaving.signal });
    await core.clock.advance(10);
    leaving.abort();
    expect(await problemOf(asked)).toMatchObject({ code: 'cancelled' });
    expect(core.http.sent).toHaveLength(1);
    expect(core.clock.pending).toBe(0);
  });
});

describe('without a right to ask', () => {
  test('nobody signed in: nothing is sent', async () => {
    const core = cloudOnFakes({ query: '' });
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'no-token' });
    expect(core.http.sent).toEqual([]);
    expect(core.session.state()).toBe('no-token');
  });

  test('status 401 ends the session, and nothing more is sent', async () => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', { status: 401, body: 'go away' });
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(core.session.state()).toBe('expired');
    await problemOf(core.cloud.call(getUser, {}));
    expect(core.http.sent).toHaveLength(1);
  });

  test('status 403 is the failure of its call alone', async () => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', { status: 403, body: 'go away' });
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'http', status: 403 });
    expect(core.session.state()).toBe('signed-in');
    expect(core.http.sent).toHaveLength(1);
  });

  test('status 401 for a token that another has replaced meanwhile does not end the new session', async () => {
    const core = cloudOnFakes();
    let answer: (response: TaughtResponse) => void = () => {};
    core.http.answers('/user/get', () => new Promise((resolve) => (answer = resolve)));
    const asked = core.cloud.call(getUser, {});
    await core.clock.advance(10);
    core.session.open('/', '?accessToken=token-2&openid=openid-1');
    answer({ status: 401 });
    expect(await problemOf(asked)).toMatchObject({ code: 'unauthorized' });
    expect(core.session.state()).toBe('signed-in');
  });
});

describe('a server that is asked too often', () => {
  const tooMany = (after?: string): TaughtAnswer => ({ status: 429, headers: after === undefined ? {} : { 'Retry-After': after } });
  const NOW = Date.UTC(2026, 10, 21, 8, 0, 0);

  test('is asked again after as many seconds as it says, and not before', async () => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', tooMany('5'), done({ nickname: '小王' }));
    const asked = core.cloud.call(getUser, {});
    await core.clock.advance(4_999);
    expect(core.http.sent).toHaveLength(1);
    expect(await within(core, 1_000, asked)).toMatchObject({ nickname: '小王' });
  });

  test('is asked again at the time that it names', async () => {
    const core = cloudOnFakes();
    await core.clock.advance(NOW - core.clock.now());
    core.http.answers('/user/get', tooMany(new Date(NOW + 3_000).toUTCString()), done({ nickname: '小王' }));
    const asked = core.cloud.call(getUser, {});
    await core.clock.advance(2_999);
    expect(core.http.sent).toHaveLength(1);
    expect(await within(core, 1_000, asked)).toMatchObject({ nickname: '小王' });
  });

  test('is asked three times at the most', async () => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', tooMany('0'));
    expect(await problemOf(within(core, 60_000, core.cloud.call(getUser, {})))).toMatchObject({ code: 'http', status: 429 });
    expect(core.http.sent).toHaveLength(3);
  });

  test.each(['6', '3600', undefined, '', 'soon', '-1', '1.5', '1e0', 'Fri, 31 Dec 2100 23:59:59 GMT'])('is not asked again where it says %j', async (after) => {
    const core = cloudOnFakes();
    core.http.answers('/user/get', tooMany(after));
    expect(await problemOf(within(core, 60_000, core.cloud.call(getUser, {})))).toMatchObject({ code: 'http', status: 429 });
    expect(core.http.sent).toHaveLength(1);
  });

  test('is sent nothing a second time that changes the world', async () => {
    const core = cloudOnFakes();
    core.http.answers('/user/message', tooMany('1'));
    expect(await problemOf(within(core, 60_000, core.cloud.call(sendCode, { mobile: '1' })))).toMatchObject({ code: 'http', status: 429 });
    expect(core.http.sent).toHaveLength(1);
  });
});
