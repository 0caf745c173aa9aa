import { describe, expect, test } from 'vitest';
import { getUser, sendCode } from '../../../src/core/account/api.ts';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { checkDevice, enterPage } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { API_BASE, createTestApp, problemOf, within } from '../../helpers/create-test-app.ts';
import { type Failure, httpResponse, misshapen, refused, success } from '../../helpers/fake-server.ts';
import { aSheet } from '../../helpers/wire.ts';

function cloudOnFakes(options?: Parameters<typeof createTestApp>[0]) {
  const core = createTestApp(options);
  return { ...core, cloud: core.get(ApiClient) };
}

describe('ApiClient: requests', () => {
  test('A request contains the app key, the version, its data and the bare token', async () => {
    const core = cloudOnFakes();
    core.http.reply(checkDevice, { ownerId: 7, status: 'DEVICE_FREE' });
    await core.cloud.call(checkDevice, { sno: 'DEV0001', assist: true });
    const [request] = core.http.sent;
    expect(request?.headers).toEqual({ 'content-type': 'application/json', Authorization: 'token-1' });
    expect([request?.method, request?.timeoutMs]).toEqual(['POST', 15_000]);
    expect(core.http.bodies(checkDevice)).toEqual([
      { appKey: 'physio', version: '1.0.0', data: { sno: 'DEV0001', assist: true } },
    ]);
  });

  test('The request for the share list has an empty body and the device in the query', async () => {
    const core = cloudOnFakes();
    core.http.reply(listShares, []);
    await core.cloud.call(listShares, { sno: 'DEV 1&x' });
    expect(core.http.sent[0]?.url).toBe(`${API_BASE}${listShares.path}?sno=DEV%201%26x`);
    expect(core.http.bodies(listShares)).toEqual([{}]);
  });

  test('The configuration determines address, app key, version, paths and the idempotency header', async () => {
    const core = cloudOnFakes({
      configuration: {
        apiBase: 'https://cloud.test/h5/',
        appKey: 'k',
        version: '2',
        endpoints: { 'payment.prePay': { path: '/pay/v2' } },
        idempotencyHeader: 'Idempotency-Key',
      },
    });
    const overridden = { ...prePay, path: '/pay/v2' };
    core.http.reply(getUser, {}).reply(overridden, aSheet);
    await core.cloud.call(getUser, {});
    await core.cloud.call(prePay, { number: 'L-1' }, { idempotencyKey: 'key-1' });
    expect(core.http.bodies(getUser)).toEqual([{ appKey: 'k', version: '2', data: {} }]);
    expect(core.http.requests(overridden)[0]?.headers['Idempotency-Key']).toBe('key-1');
    expect(core.http.requests(getUser)[0]?.headers).not.toHaveProperty('Idempotency-Key');
  });
});

describe('ApiClient: responses', () => {
  test.each([200, '200'])('The code %j means success', async (code) => {
    const core = cloudOnFakes();
    core.http.reply(getUser, httpResponse({ body: { code, data: { nickname: '小王', assist: true } } }));
    expect(await core.cloud.call(getUser, {})).toMatchObject({ nickname: '小王', assist: true });
  });

  test.each([500, '500', '0', 'ok'])('The code %j means a refusal with the server’s message', async (code) => {
    const core = cloudOnFakes();
    core.http.reply(getUser, refused(code, '余额不足'));
    const problem = await problemOf(core.cloud.call(getUser, {}));
    expect(problem).toMatchObject({
      code: 'refused',
      serverCode: String(code),
      serverMessage: '余额不足',
      call: 'account.getUser',
    });
    expect(core.http.sent).toHaveLength(1);
  });

  test.each([undefined, null, 5, {}, '', '  '])(
    'A refusal with the message %j has no server message',
    async (message) => {
      const core = cloudOnFakes();
      core.http.reply(getUser, httpResponse({ body: { code: '500', message } }));
      expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({
        code: 'refused',
        serverMessage: undefined,
      });
    },
  );

  test.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
  ])('A response with the status %d is read: %s', async (status, good) => {
    const core = cloudOnFakes();
    core.http.reply(getUser, httpResponse({ status, ...success({ nickname: '小王' }) }));
    const result = await core.cloud.call(getUser, {}).catch(Problem.of);
    expect(result).toMatchObject(good ? { nickname: '小王' } : { code: 'http', status });
  });

  test.each([
    ['a web page', '<html>502</html>'],
    ['nothing', ''],
    ['a bare list', '[]'],
    ['no code', '{"data":{}}'],
    ['null', 'null'],
  ])('A response body with %s fails as unreadable', async (_, body) => {
    const core = cloudOnFakes();
    core.http.reply(getUser, httpResponse({ body }));
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'parse', call: 'account.getUser' });
  });

  test.each([
    ['https://elsewhere.example/login?accessToken=secret#top', 'https://elsewhere.example'],
    ['HTTP://elsewhere.example:8080', 'HTTP://elsewhere.example:8080'],
    ['https://name:secret@elsewhere.example/', undefined],
    ['https://elsewhere.example\u001b[2J/', undefined],
    ['/login?token=secret', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])(
    'A redirect to %j is not followed, and its target is reported by scheme and host only: %s',
    async (location, redirectsTo) => {
      const core = cloudOnFakes();
      core.http.reply(getUser, httpResponse({ status: 301, headers: { location } }));
      expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({
        code: 'http',
        status: 301,
        redirectsTo,
        isNotTheApi: true,
      });
      expect(core.http.sent).toHaveLength(1);
    },
  );

  test.each(['<!doctype html><title>Wi-Fi</title>', '\uFEFF\n<html>', '<?xml version="1.0"?>'])(
    'A web page with status 200 (%j) is distinguished from a damaged response',
    async (body) => {
      const core = cloudOnFakes();
      core.http.reply(getUser, httpResponse({ body }));
      expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({
        code: 'parse',
        isWebPage: true,
        isNotTheApi: true,
      });
      core.http.reply(getUser, httpResponse({ body: '{"code":"200","da' }));
      expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'parse', isNotTheApi: false });
    },
  );

  test('The Problem of a response with another shape names the wrong field', async () => {
    const core = cloudOnFakes();
    core.http
      .reply(enterPage, misshapen({ deviceDetailWebSocketVo: { gizDid: 'd', gizHost: true, gizWssPort: 1 } }))
      .reply(checkDevice, misshapen({ ownerId: true, status: 'DEVICE_FREE' }));
    expect((await problemOf(core.cloud.call(enterPage, { sno: 'A' }))).message).toContain(
      'deviceDetailWebSocketVo.gizHost',
    );
    expect((await problemOf(core.cloud.call(checkDevice, { sno: 'A', assist: false }))).message).toContain('ownerId');
  });

  test('Field names of inherited properties have no effect in a response', async () => {
    const core = cloudOnFakes();
    core.http.reply(
      getUser,
      httpResponse({
        body: '{"code":"200","data":{"__proto__":{"assist":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
      }),
    );
    expect(await core.cloud.call(getUser, {})).toMatchObject({ assist: false });
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('ApiClient: retries', () => {
  const broken = [new Problem('network'), httpResponse({ status: 500 })] as const;

  test('A read is sent three times at most', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, ...broken, { nickname: '小王' });
    expect(await within(core, 2_000, core.cloud.call(getUser, {}))).toMatchObject({ nickname: '小王' });
    core.http.reply(getUser, new Problem('network'));
    expect(await problemOf(within(core, 5_000, core.cloud.call(getUser, {})))).toMatchObject({ code: 'network' });
    expect(core.http.requests(getUser)).toHaveLength(6);
  });

  test.each([...broken, new Problem('timeout'), httpResponse({ body: 'x' })])(
    'A write is sent once',
    async (answer) => {
      const core = cloudOnFakes();
      core.http.reply(sendCode, answer);
      await problemOf(within(core, 60_000, core.cloud.call(sendCode, { mobile: '1' })));
      expect(core.http.sent).toHaveLength(1);
    },
  );

  test.each([httpResponse({ status: 404 }), httpResponse({ body: 'x' }), refused(1), new Problem('timeout')])(
    'A permanent failure is not retried',
    async (answer) => {
      const core = cloudOnFakes();
      core.http.reply(getUser, answer);
      await problemOf(within(core, 60_000, core.cloud.call(getUser, {})));
      expect(core.http.sent).toHaveLength(1);
    },
  );

  test('A call that was aborted is not retried', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, new Problem('network'));
    const leaving = new AbortController();
    const response = core.cloud.call(getUser, {}, { signal: leaving.signal });
    await core.clock.advance(10);
    leaving.abort();
    expect(await problemOf(response)).toMatchObject({ code: 'cancelled' });
    expect(core.http.sent).toHaveLength(1);
    expect(core.clock.pending).toBe(0);
  });
});

describe('ApiClient: authorization', () => {
  test('A call without a signed-in user sends nothing', async () => {
    const core = cloudOnFakes({ query: '' });
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'no-token' });
    expect(core.http.sent).toEqual([]);
    expect(core.session.state()).toBe('no-token');
  });

  test('A 401 response ends the session, and no further request is sent', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, httpResponse({ status: 401, body: 'go away' }));
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(core.session.state()).toBe('expired');
    await problemOf(core.cloud.call(getUser, {}));
    expect(core.http.sent).toHaveLength(1);
  });

  test('A 403 response fails its own call only', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, httpResponse({ status: 403, body: 'go away' }));
    expect(await problemOf(core.cloud.call(getUser, {}))).toMatchObject({ code: 'http', status: 403 });
    expect(core.session.state()).toBe('signed-in');
    expect(core.http.sent).toHaveLength(1);
  });

  test('A 401 response for a replaced token does not end the new session', async () => {
    const core = cloudOnFakes();
    let answer: (failure: Failure) => void = () => {};
    core.http.reply(getUser, () => new Promise((resolve) => (answer = resolve)));
    const response = core.cloud.call(getUser, {});
    await core.clock.advance(10);
    core.session.open('/', '?accessToken=token-2&openid=openid-1');
    answer(httpResponse({ status: 401 }));
    expect(await problemOf(response)).toMatchObject({ code: 'unauthorized' });
    expect(core.session.state()).toBe('signed-in');
  });
});

describe('ApiClient: status 429', () => {
  const tooMany = (after?: string) =>
    httpResponse({ status: 429, headers: after === undefined ? {} : { 'Retry-After': after } });
  const NOW = Date.UTC(2026, 10, 21, 8, 0, 0);

  test.each([
    ['after the seconds', '3'],
    ['at the time', new Date(NOW + 3_000).toUTCString()],
  ])('A read is retried %s of the Retry-After header, and not before', async (_, after) => {
    const core = cloudOnFakes();
    await core.clock.advance(NOW - core.clock.now());
    core.http.reply(getUser, tooMany(after), { nickname: '小王' });
    const response = core.cloud.call(getUser, {});
    await core.clock.advance(2_999);
    expect(core.http.sent).toHaveLength(1);
    expect(await within(core, 1_000, response)).toMatchObject({ nickname: '小王' });
  });

  test('A read with 429 responses is sent three times at most', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, tooMany('0'));
    expect(await problemOf(within(core, 60_000, core.cloud.call(getUser, {})))).toMatchObject({
      code: 'http',
      status: 429,
    });
    expect(core.http.sent).toHaveLength(3);
  });

  test.each([undefined, '', 'soon', '-1', '1.5', '1e0'])(
    'A read is retried like after a server failure if the Retry-After header is %j',
    async (after) => {
      const core = cloudOnFakes();
      core.http.reply(getUser, tooMany(after), { nickname: '小王' });
      expect(await within(core, 500, core.cloud.call(getUser, {}))).toMatchObject({ nickname: '小王' });
      expect(core.http.sent).toHaveLength(2);
    },
  );

  test.each(['6', '3600', 'Fri, 31 Dec 2100 23:59:59 GMT'])(
    'A read is not retried if the Retry-After header is %j',
    async (after) => {
      const core = cloudOnFakes();
      core.http.reply(getUser, tooMany(after));
      expect(await problemOf(within(core, 60_000, core.cloud.call(getUser, {})))).toMatchObject({
        code: 'http',
        status: 429,
      });
      expect(core.http.sent).toHaveLength(1);
    },
  );

  test('A write with a 429 response is not retried', async () => {
    const core = cloudOnFakes();
    core.http.reply(sendCode, tooMany('1'));
    expect(await problemOf(within(core, 60_000, core.cloud.call(sendCode, { mobile: '1' })))).toMatchObject({
      code: 'http',
      status: 429,
    });
    expect(core.http.sent).toHaveLength(1);
  });
});
