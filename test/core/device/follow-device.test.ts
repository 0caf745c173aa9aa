import { describe, expect, test } from 'vitest';
import { enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { FollowDevice } from '../../../src/core/device/follow/follow-device.ts';
import { isStale } from '../../../src/core/device/freshness.ts';
import { Problem } from '../../../src/core/problem.ts';
import { misshapen, refused } from '../../helpers/fake-server.ts';
import { followedDevice } from '../../helpers/followed-device.ts';
import { aReport, aSupply, offline, online } from '../../helpers/wire.ts';

describe('FollowDevice: polling', () => {
  test('A followed device is polled at once and every ten seconds, until the caller stops', async () => {
    const core = followedDevice();
    const { stop } = core.follow();
    await core.clock.advance(30_000);
    expect([
      core.http.requests(readLatest).length,
      core.http.data(readLatest)[0],
      core.http.data(getDetail)[0],
    ]).toEqual([4, 'DEV0001', 'DEV0001']);
    expect(core.last()).toMatchObject({
      online: true,
      state: { on: true, usedMinutes: 1 },
      seenAt: core.clock.now(),
      problem: undefined,
    });
    const before = core.snapshots.length;
    stop();
    await core.clock.advance(60_000);
    expect([
      core.http.requests(readLatest).length,
      core.snapshots.length,
      core.clock.pending,
      core.channel.openConnections,
    ]).toEqual([4, before, 0, 0]);
  });

  test('Polling waits for a slow response before it sends the next request', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, () => core.clock.sleep(14_000).then(() => aReport()));
    core.follow();
    await core.clock.advance(13_000);
    expect(core.http.requests(readLatest)).toHaveLength(1);
    await core.clock.advance(8_000);
    expect(core.http.requests(readLatest)).toHaveLength(2);
  });

  test('A failed poll keeps the known state and reports the problem, and polling continues', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(0);
    core.http.reply(readLatest, new Problem('timeout')).reply(getDetail, refused('1'));
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ online: true, state: { usedMinutes: 1 }, problem: { code: 'refused' } });
    core.http.reply(readLatest, aReport({ useTime: 2 })).reply(getDetail, online);
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ state: { usedMinutes: 2 }, problem: undefined });
  });
});

describe('FollowDevice: a page that is shown again', () => {
  test('A page that is shown again does not wait for a request that was lost while it was frozen', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, () => new Promise(() => {}), aReport({ useTime: 12 }));
    const { refresh } = core.follow();
    await core.clock.advance(2_000);
    refresh();
    await core.clock.advance(0);
    expect(core.last()).toMatchObject({ state: { usedMinutes: 12 }, seenAt: core.clock.now() });
  });

  test('A late response does not replace newer state on a page that was shown again', async () => {
    const core = followedDevice();
    core.http.reply(
      readLatest,
      () => core.clock.sleep(4_000).then(() => aReport({ useTime: 1 })),
      aReport({ useTime: 12 }),
    );
    const { refresh } = core.follow();
    await core.clock.advance(2_000);
    refresh();
    await core.clock.advance(3_000);
    expect(core.last()).toMatchObject({ state: { usedMinutes: 12 } });
  });
});

describe('FollowDevice: pushes', () => {
  test('Following a device opens one connection to the address from the server and reads the state every minute', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(60_000);
    expect(core.channel.lines).toHaveLength(1);
    expect(core.channel.lines[0]).toMatchObject({
      reads: 1,
      address: {
        did: 'did-1',
        host: 'channel.test',
        wsPort: 8080,
        wssPort: 8880,
        appId: 'giz-app',
        uid: 'giz-uid',
        token: 'giz-token',
      },
    });
  });

  test('A push in which no value can be read is no report of the state', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(0);
    const { seenAt } = core.last();
    await core.clock.advance(1_000);
    core.push({ OnOff: '待机' });
    expect([core.last().seenAt, core.last().state.on]).toEqual([seenAt, undefined]);
  });

  test('A push prevails over a later response to an earlier request', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, () => core.clock.sleep(3_000).then(() => aReport({ onOff: 1, useTime: 1 })));
    core.follow();
    await core.clock.advance(1_000);
    core.push({ OnOff: 0, UseTime: 30 });
    await core.clock.advance(3_000);
    expect(core.last().state).toMatchObject({ on: false, usedMinutes: 30 });
  });

  test('A run that the server still records after the device has pushed its rest counts after a minute', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ OnOff: 0 });
    await core.clock.advance(59_000);
    expect(core.last().state.on).toBe(false);
    await core.clock.advance(10_000);
    expect(core.last().state.on).toBe(true);
  });

  test('A run that the server records counts at once if the device was given to somebody else after it has pushed its rest', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ OnOff: 0 });
    expect(core.last().state.on).toBe(false);
    core.channel.push({ kind: 'binding-changed' });
    await core.clock.advance(1_000);
    expect(core.last().state.on).toBe(true);
  });

  test.each([
    ['an answer to a read, with which a cloud may tell an old rest', { mayAnswerRead: true }, 'open'],
    ['a push whose channel is lost since', {}, 'lost'],
  ] as const)(
    'A run that the server records contradicts %s, and counts once the next poll says the same',
    async (_, more, line) => {
      const core = followedDevice();
      core.follow();
      await core.clock.advance(1_000);
      core.channel.push({ kind: 'line', state: 'open' });
      core.channel.push({ kind: 'attributes', attributes: { OnOff: 0 }, ...more });
      core.channel.push({ kind: 'line', state: line });
      expect(core.last().state.on).toBe(false);
      await core.clock.advance(20_000);
      expect(core.last().state.on).toBe(true);
    },
  );

  test.each([
    ['rest', 'run', 0, 1],
    ['run', 'rest', 1, 0],
  ] as const)(
    'A pushed %s after a shorter %s stays for a minute, whatever records from before say',
    async (_, __, first, between) => {
      const core = followedDevice();
      core.http.reply(readLatest, aReport({ onOff: first }));
      core.follow();
      await core.clock.advance(1_000);
      core.channel.push({ kind: 'line', state: 'open' });
      core.push({ OnOff: between });
      await core.clock.advance(4_000);
      core.push({ OnOff: first });
      await core.clock.advance(6_000);
      core.http.reply(readLatest, aReport({ onOff: between }));
      await core.clock.advance(50_000);
      expect(core.last().state.on).toBe(first === 1);
      await core.clock.advance(10_000);
      expect(core.last().state.on).toBe(between === 1);
    },
  );

  test('A run that the device has just pushed takes neither mode nor minutes from a record that may be of the run before', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, aReport({ function: 1, useTime: 5 }));
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ OnOff: 0 });
    await core.clock.advance(3_000);
    core.push({ OnOff: 1 });
    await core.clock.advance(30_000);
    expect(core.last().state).toEqual({ on: true });
    core.http.reply(readLatest, aReport({ function: 2, useTime: 0 }));
    await core.clock.advance(40_000);
    expect(core.last().state).toMatchObject({ on: true, function: 'light', usedMinutes: 0 });
  });

  test('A run that the device has just pushed is seen to go on by each record that agrees', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ OnOff: 1 });
    core.http.reply(readLatest, aReport({ useTime: 0 }));
    await core.clock.advance(40_000);
    expect(isStale(core.last().seenAt ?? 0, core.clock.now())).toBe(false);
  });

  test('A polled record without minutes is older than a run that the device began by pushing its minutes alone', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, aReport({ workTime: 0 }));
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ WortTime: 30 });
    await core.clock.advance(40_000);
    expect(core.last().state).toMatchObject({ on: true, workMinutes: 30 });
  });

  test('A record of rest that never showed the pushed run does not end it while the device is offline, however old the push', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ OnOff: true, Function: 1, WortTime: 30 });
    core.http.reply(getDetail, offline);
    await core.clock.advance(120_000);
    expect(core.last()).toMatchObject({ online: false, state: { on: true } });
    core.http.reply(getDetail, online);
    await core.clock.advance(30_000);
    expect(core.last()).toMatchObject({ online: true, state: { on: false } });
  });

  test('A missing channel address is reported and fetched again with a backoff of at most 30 s', async () => {
    const core = followedDevice();
    core.http.reply(enterPage, misshapen({ ...aSupply, deviceDetailWebSocketVo: null }));
    const { stop } = core.follow();
    const asked: number[] = [];
    for (let second = 0; second <= 95; second += 1) {
      await core.clock.advance(second === 0 ? 0 : 1_000);
      asked.push(core.http.requests(enterPage).length);
    }
    expect([0, 2, 6, 14, 30, 59].map((second) => asked[second])).toEqual([1, 2, 3, 4, 5, 5]);
    expect(core.last()).toMatchObject({
      line: 'polling',
      online: true,
      loginFailed: false,
      liveFailure: { step: 'address', problem: { code: 'parse' } },
    });
    core.http.reply(enterPage, aSupply);
    await core.clock.advance(30_000);
    core.channel.push({ kind: 'line', state: 'open' });
    expect(core.last()).toMatchObject({ line: 'live', liveFailure: undefined });
    stop();
    expect(core.clock.pending).toBe(0);
  });

  test('A refused subscription is reported with its code while polling continues, until the server accepts it', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'logged-in' });
    expect(core.last().line).toBe('connecting');
    const failure = { step: 'subscribe', reason: 'refused', code: '1004', message: 'not bound' } as const;
    core.channel.push({ kind: 'failure', failure });
    expect(core.last()).toMatchObject({ line: 'polling', liveFailure: failure });
    core.channel.push({ kind: 'line', state: 'lost' });
    await core.clock.advance(20_000);
    expect([core.last().line, core.http.requests(readLatest).length]).toEqual(['polling', 3]);
    core.channel.push({ kind: 'line', state: 'open' });
    expect(core.last()).toMatchObject({ line: 'live', liveFailure: undefined });
  });

  test('A lost connection reports its reason, and an open connection is live despite an earlier failure', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(0);
    const failure = { step: 'listen', reason: 'closed', code: '1001' } as const;
    core.channel.push({ kind: 'line', state: 'open' });
    core.channel.push({ kind: 'failure', failure });
    expect(core.last()).toMatchObject({ line: 'live', liveFailure: undefined });
    core.channel.push({ kind: 'line', state: 'lost' });
    expect(core.last()).toMatchObject({ line: 'lost', liveFailure: failure });
    core.channel.push({ kind: 'line', state: 'open' });
    core.channel.push({ kind: 'failure', failure: { step: 'subscribe', reason: 'refused', code: '1004' } });
    core.channel.push({ kind: 'line', state: 'lost' });
    expect(core.last()).toMatchObject({ line: 'polling', liveFailure: { code: '1004' } });
  });

  test('What a device reported before it went offline gets no younger by being read again', async () => {
    const core = followedDevice();
    core.http.reply(readLatest, aReport({ onOff: 1, useTime: 1 }));
    core.follow();
    await core.clock.advance(1_000);
    const { seenAt, countedAt } = core.last();
    core.http.reply(getDetail, offline);
    await core.clock.advance(60_000);
    expect(core.last()).toMatchObject({ online: false, seenAt, countedAt });
    core.http.reply(readLatest, aReport({ onOff: 1, useTime: 2 }));
    await core.clock.advance(10_000);
    expect(core.last().countedAt).toBeGreaterThan(countedAt ?? Infinity);
  });

  test('A device that was pushed offline is online once it reports by itself, not by a report that may answer a read', async () => {
    const core = followedDevice();
    core.http.reply(getDetail, {});
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ UseTime: 7 });
    expect(core.last().online).toBeUndefined();
    core.channel.push({ kind: 'online', online: false });
    core.channel.push({ kind: 'attributes', attributes: { OnOff: 1, UseTime: 7 }, mayAnswerRead: true });
    await core.clock.advance(20_000);
    expect(core.last().online).toBe(false);
    core.push({ UseTime: 8 });
    expect(core.last()).toMatchObject({ online: true, state: { usedMinutes: 8 } });
  });

  test('A report that a device pushes by itself does not contradict the server’s word that it is offline', async () => {
    const core = followedDevice();
    core.http.reply(getDetail, offline);
    core.follow();
    await core.clock.advance(0);
    core.push({ UseTime: 8 });
    expect(core.last().online).toBe(false);
  });

  test.each([
    ['is lost', { kind: 'line', state: 'lost' }],
    ['begins anew', { kind: 'line', state: 'connecting' }],
  ] as const)(
    'A connection of a device that was only pushed is unknown once the channel %s, until it is told again',
    async (_, event) => {
      for (const pushed of [false, true]) {
        const core = followedDevice();
        core.http.reply(getDetail, {});
        core.follow();
        await core.clock.advance(0);
        core.channel.push({ kind: 'line', state: 'open' });
        core.channel.push({ kind: 'online', online: pushed });
        expect(core.last().online).toBe(pushed);
        core.channel.push(event);
        expect(core.last().online).toBeUndefined();
        core.channel.push({ kind: 'line', state: 'open' });
        core.push({ OnOff: 1 });
        await core.clock.advance(20_000);
        expect(core.last().online).toBeUndefined();
        core.http.reply(getDetail, offline);
        await core.clock.advance(10_000);
        expect(core.last().online).toBe(false);
      }
    },
  );

  test('A connection of a device that the server named last is known while the channel is lost', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    core.channel.push({ kind: 'online', online: false });
    await core.clock.advance(10_000);
    core.channel.push({ kind: 'line', state: 'lost' });
    expect(core.last().online).toBe(true);
  });

  test('A late offline response does not override a push that arrived after the request', async () => {
    const core = followedDevice();
    core.http.reply(getDetail, () => core.clock.sleep(3_000).then(() => offline), online);
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    await core.clock.advance(1_000);
    core.push({ OnOff: 1 });
    await core.clock.advance(3_000);
    expect(core.snapshots.map((snapshot) => snapshot.online)).not.toContain(false);
    await core.clock.advance(10_000);
    expect(core.last().online).toBe(true);
    core.http.reply(getDetail, offline);
    await core.clock.advance(10_000);
    expect(core.last().online).toBe(false);
  });

  test.each([
    ['nothing', {}],
    ['nulls', { onOff: null, workTime: null }],
    ['only the remaining uses', { useNum: 5 }],
  ])('A response that contains %s does not update the timestamp of the state', async (_, report) => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(0);
    const seenAt = core.clock.now();
    core.http.reply(readLatest, report);
    await core.clock.advance(10_000);
    core.push({});
    core.push({ Firmware: 7 });
    expect(core.last()).toMatchObject({ seenAt, answered: true, state: { on: true, usedMinutes: 1 } });
    expect(await core.get(FollowDevice).look('DEV0001')).toMatchObject({
      seenAt: undefined,
      countedAt: undefined,
      answered: true,
    });
  });

  test('The channel address is fetched again if a connection stays lost', async () => {
    const core = followedDevice();
    const moved = {
      ...aSupply,
      deviceDetailWebSocketVo: { ...aSupply.deviceDetailWebSocketVo, gizHost: 'moved.test' },
    };
    core.http.reply(enterPage, aSupply, aSupply, moved);
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    core.channel.push({ kind: 'line', state: 'lost' });
    await core.clock.advance(60_000);
    expect(core.channel.lines).toHaveLength(1);
    await core.clock.advance(60_000);
    expect(core.channel.lines.map(({ address }) => address.host)).toEqual(['channel.test', 'moved.test']);
    core.channel.push({ kind: 'line', state: 'connecting' });
    expect([core.last().line, core.channel.openConnections]).toEqual(['lost', 1]);
    core.channel.push({ kind: 'line', state: 'open' });
    expect(core.last().line).toBe('live');
  });
});

describe('FollowDevice: a refused channel login', () => {
  test('A refused channel login is reported with its code and retried with a backoff', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(0);
    const refusal = { kind: 'login-failed', code: '9004', message: 'token expired' } as const;
    core.channel.push(refusal);
    await core.clock.advance(0);
    core.channel.push(refusal);
    expect(core.last()).toMatchObject({
      line: 'polling',
      liveFailure: { step: 'login', reason: 'refused', code: '9004', message: 'token expired' },
    });
    const asked: number[] = [];
    for (const wait of [1_999, 1, 3_999, 1, 8_000]) {
      await core.clock.advance(wait);
      asked.push(core.http.requests(enterPage).length);
      if (core.channel.openConnections > 0) core.channel.push(refusal);
    }
    expect(asked).toEqual([2, 3, 3, 4, 5]);
    expect(
      core.snapshots.filter(({ loginFailed }, at) => loginFailed && core.snapshots[at - 1]?.loginFailed === false),
    ).toHaveLength(1);
  });

  test('A refused login after an open connection counts as expired credentials and is not reported', async () => {
    const core = followedDevice();
    core.follow();
    await core.clock.advance(0);
    for (let times = 0; times < 3; times += 1) {
      core.channel.push({ kind: 'line', state: 'open' });
      core.channel.push({ kind: 'login-failed' });
      await core.clock.advance(0);
    }
    expect([core.http.requests(enterPage).length, core.last().loginFailed, core.channel.openConnections]).toEqual([
      4,
      false,
      1,
    ]);
  });
});

test('State is stale once it is more than fifteen seconds old', () => {
  expect([isStale(1_000_000, 1_015_000), isStale(1_000_000, 1_015_001)]).toEqual([false, true]);
});
