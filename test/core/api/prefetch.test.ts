import { describe, expect, test } from 'vitest';
import { getUser, updatePhone } from '../../../src/core/account/api.ts';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { getDetail } from '../../../src/core/device/api.ts';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { hangs, httpResponse } from '../../helpers/fake-server.ts';

const named = (nickname: string) => ({ nickname, mobile: '13800000000' });

function cloudOnFakes(options?: Parameters<typeof createTestApp>[0]) {
  const core = createTestApp(options);
  return { ...core, api: core.get(ApiClient), asked: () => core.http.requests(getUser).length };
}

describe('ApiClient: prefetch', () => {
  test('A prefetched response serves the first caller, and the second caller sends a request', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, named('早'), named('晚'));
    core.api.prefetch(getUser, {});
    expect(core.asked()).toBe(1);
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: '早' });
    expect(core.asked()).toBe(1);
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: '晚' });
  });

  test.each([
    [2_000, 1],
    [2_001, 2],
  ])(
    'A prefetched response is fresh for two seconds: after %d ms the number of sent requests is %d',
    async (ms, times) => {
      const core = cloudOnFakes();
      core.http.reply(getUser, named('早'), named('晚'));
      core.api.prefetch(getUser, {});
      await core.clock.advance(0);
      await core.clock.advance(ms);
      expect(await core.api.call(getUser, {})).toMatchObject({ nickname: times === 1 ? '早' : '晚' });
      expect(core.asked()).toBe(times);
    },
  );

  test('A prefetched response does not serve a call with another input', async () => {
    const core = cloudOnFakes();
    core.http.reply(
      getDetail,
      { sno: 'DEV0001', onlineStatusDesc: '在线' },
      { sno: 'DEV0002', onlineStatusDesc: '离线' },
    );
    core.api.prefetch(getDetail, { sno: 'DEV0001' });
    expect(await core.api.call(getDetail, { sno: 'DEV0002' })).toMatchObject({ online: false });
    expect(await core.api.call(getDetail, { sno: 'DEV0001' })).toMatchObject({ online: true });
    expect(core.http.data(getDetail)).toEqual(['DEV0001', 'DEV0002']);
  });

  test('A prefetched response does not serve another user', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, named('早'), named('晚'));
    core.api.prefetch(getUser, {});
    core.session.open('/', '?accessToken=token-2&openid=openid-2');
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: '晚' });
    expect(core.http.requests(getUser).map(({ headers }) => headers.Authorization)).toEqual(['token-1', 'token-2']);
  });

  test('A prefetched response is discarded once a write is sent', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, named('早'), named('晚')).reply(updatePhone);
    core.api.prefetch(getUser, {});
    await core.api.call(updatePhone, { mobile: '13900000000', code: '1234' });
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: '晚' });
  });

  test('A failed prefetch is not reported, and the caller sends the request again', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, httpResponse({ status: 502 }), named('晚'));
    core.api.prefetch(getUser, {});
    const called = core.api.call(getUser, {});
    await core.clock.advance(1_000);
    expect(await called).toMatchObject({ nickname: '晚' });
  });

  test('A prefetch with a 401 response ends the session only when the endpoint is called', async () => {
    const core = cloudOnFakes();
    core.http.reply(getUser, httpResponse({ status: 401 }));
    core.api.prefetch(getUser, {});
    await core.clock.advance(0);
    expect(core.session.state()).toBe('signed-in');
    expect(await problemOf(core.api.call(getUser, {}))).toMatchObject({ code: 'unauthorized' });
    expect(core.session.state()).toBe('expired');
  });

  test.each([
    ['while the prefetch is pending', false],
    ['before the call', true],
  ])('A caller of a prefetched endpoint can abort %s', async (_, before) => {
    const core = cloudOnFakes();
    core.http.reply(listShares, hangs);
    core.api.prefetch(listShares, { sno: 'DEV0001' });
    const abort = new AbortController();
    if (before) abort.abort();
    const called = problemOf(core.api.call(listShares, { sno: 'DEV0001' }, { signal: abort.signal }));
    abort.abort();
    expect(await called).toMatchObject({ code: 'cancelled' });
  });

  test('A write cannot be prefetched', () => {
    const { api, http } = cloudOnFakes();
    const plan = { id: 'p', basis: 'duration', modeId: 'm', amount: 1, unit: 'day', priceFen: 100 } as const;
    expect(() => api.prefetch(createLeaseOrder, { plan, sno: 'DEV0001', assist: false })).toThrow('only a read');
    expect(() => api.prefetch(startDevice, { sno: 'DEV0001', settings: undefined as never })).toThrow('only a read');
    expect(http.sent).toEqual([]);
  });
});
