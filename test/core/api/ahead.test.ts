import { describe, expect, test } from 'vitest';
import { getUser, updatePhone } from '../../../src/core/account/api.ts';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { getDetail } from '../../../src/core/device/api.ts';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { listShares } from '../../../src/core/share/api.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';
import { Prefetch } from '../../../src/core/prefetch.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';
import { aPage, done } from '../../helpers/wire.ts';

const USER = '/user/get';
const named = (nickname: string) => done({ nickname, mobile: '13800000000' });

function cloudOnFakes(options?: Parameters<typeof coreOnFakes>[0]) {
  const core = coreOnFakes(options);
  return { ...core, api: core.get(ApiClient), asked: () => core.http.sentTo(USER).length };
}

describe('what is asked ahead', () => {
  test('is not asked again by the first who wants it, and by the second it is', async () => {
    const core = cloudOnFakes();
    core.http.answers(USER, named('早'), named('晚'));
    core.api.prefetch(getUser, {});
    expect(core.asked()).toBe(1);
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: '早' });
    expect(core.asked()).toBe(1);
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: '晚' });
  });

  test.each([[2_000, 1], [2_001, 2]])('is as good as asked now for two seconds after it came: after %d ms the server was asked %d times', async (ms, times) => {
    const core = cloudOnFakes();
    core.http.answers(USER, named('早'), named('晚'));
    core.api.prefetch(getUser, {});
    await core.clock.advance(0);
    await core.clock.advance(ms);
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: times === 1 ? '早' : '晚' });
    expect(core.asked()).toBe(times);
  });

  test('is waited for however long it is under way', async () => {
    const core = cloudOnFakes();
    let answer = (): void => {};
    core.http.answers(USER, () => new Promise((resolve) => (answer = () => resolve(named('早')))));
    core.api.prefetch(getUser, {});
    await core.clock.advance(9_000);
    const called = core.api.call(getUser, {});
    answer();
    expect(await called).toMatchObject({ nickname: '早' });
    expect(core.asked()).toBe(1);
  });

  test('answers nobody who asks for something else', async () => {
    const core = cloudOnFakes();
    core.http.answers('/device/detail', done({ sno: 'DEV0001', onlineStatusDesc: '在线' }), done({ sno: 'DEV0002', onlineStatusDesc: '离线' }));
    core.api.prefetch(getDetail, { sno: 'DEV0001' });
    expect(await core.api.call(getDetail, { sno: 'DEV0002' })).toMatchObject({ online: false });
    expect(await core.api.call(getDetail, { sno: 'DEV0001' })).toMatchObject({ online: true });
    expect(core.data('/device/detail')).toEqual(['DEV0001', 'DEV0002']);
  });

  test('answers nobody who came after: another person asks for themselves', async () => {
    const core = cloudOnFakes();
    core.http.answers(USER, named('早'), named('晚'));
    core.api.prefetch(getUser, {});
    core.session.open('/', '?accessToken=token-2&openid=openid-2');
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: '晚' });
    expect(core.http.sentTo(USER).map(({ headers }) => headers.Authorization)).toEqual(['token-1', 'token-2']);
  });

  test('is asked anew once something has been changed', async () => {
    const core = cloudOnFakes();
    core.http.answers(USER, named('早'), named('晚')).answers('/user/updatePhone', done());
    core.api.prefetch(getUser, {});
    await core.api.call(updatePhone, { mobile: '13900000000', code: '1234' });
    expect(await core.api.call(getUser, {})).toMatchObject({ nickname: '晚' });
  });

  test('that failed is asked anew, and nobody hears of it', async () => {
    const core = cloudOnFakes();
    core.http.answers(USER, { status: 502 }, named('晚'));
    core.api.prefetch(getUser, {});
    const called = core.api.call(getUser, {});
    await core.clock.advance(1_000);
    expect(await called).toMatchObject({ nickname: '晚' });
  });

  test('that ended the session ends it for whoever asks, not before', async () => {
    const core = cloudOnFakes();
    core.http.answers(USER, { status: 401 });
    core.api.prefetch(getUser, {});
    await core.clock.advance(0);
    expect(core.session.state()).toBe('signed-in');
    expect(await problemOf(core.api.call(getUser, {}))).toMatchObject({ code: 'unauthorized' });
    expect(core.session.state()).toBe('expired');
  });

  test.each([['while it is under way', false], ['before it is asked for', true]])('can be called off %s', async (_, before) => {
    const core = cloudOnFakes();
    core.http.answers('/device/device/share/list', 'hangs');
    core.api.prefetch(listShares, { sno: 'DEV0001' });
    const abort = new AbortController();
    if (before) abort.abort();
    const called = problemOf(core.api.call(listShares, { sno: 'DEV0001' }, { signal: abort.signal }));
    abort.abort();
    expect(await called).toMatchObject({ code: 'cancelled' });
  });

  test('is nothing that has an effect', () => {
    const { api, http } = cloudOnFakes();
    const plan = { id: 'p', basis: 'duration', modeId: 'm', amount: 1, unit: 'day', priceFen: 100 } as const;
    expect(() => api.prefetch(createLeaseOrder, { plan, sno: 'DEV0001', assist: false })).toThrow('only a read');
    expect(() => api.prefetch(startDevice, { sno: 'DEV0001', settings: undefined as never })).toThrow('only a read');
    expect(http.sent).toEqual([]);
  });

  test('is nothing at all where nobody is signed in', () => {
    const { api, http } = cloudOnFakes({ query: '' });
    api.prefetch(getUser, {});
    expect(http.sent).toEqual([]);
  });
});

describe('what a screen is about to ask', () => {
  const CARDS = '/wallet/balance';

  function readerOnFakes() {
    const core = coreOnFakes();
    for (const path of [USER, '/order/check/device', '/device/device/list', '/device/detail', '/device/real_time_data', '/device/intoDevicePage']) core.http.answers(path, done({}));
    core.http.answers(CARDS, aPage());
    return { ...core, reads: core.get(Prefetch), asked: () => core.http.sent.map(({ url }) => new URL(url).pathname) };
  }

  test.each<[string, (reads: Prefetch) => void, string[]]>([
    ['the account asks who it is', (reads) => reads.account(), [USER]],
    ['the devices ask for their list', (reads) => reads.devices(), ['/device/device/list']],
    ['the way into a device asks what decides where it leads', (reads) => reads.entry('PL10001'), ['/order/check/device', USER, '/device/device/list', CARDS]],
    ['a code that names no device leads to the account', (reads) => reads.entry('?'), [USER]],
    ['a treatment asks for its device, its state and its channel', (reads) => reads.treatment('PL10001'), ['/device/detail', '/device/real_time_data', '/device/intoDevicePage']],
  ])('%s', (_, ask, paths) => {
    const core = readerOnFakes();
    ask(core.reads);
    expect(core.asked()).toEqual(paths);
  });
});
