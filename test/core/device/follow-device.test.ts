import { describe, expect, test } from 'vitest';
import { FollowDevice } from '../../../src/core/device/follow-device.ts';
import { isStale } from '../../../src/core/device/freshness.ts';
import { Problem } from '../../../src/core/problem.ts';
import { DETAIL, inView, LATEST, SUPPLY } from '../../helpers/in-view.ts';
import { aReport, aSupply, done, offline, online, refused } from '../../helpers/wire.ts';

describe('asking', () => {
  test('happens at once and every ten seconds, until nobody looks any more', async () => {
    const core = inView();
    const { stop } = core.follow();
    await core.clock.advance(30_000);
    expect([core.http.sentTo(LATEST).length, core.data(LATEST)[0], core.data(DETAIL)[0]]).toEqual([4, 'DEV0001', 'DEV0001']);
    expect(core.last()).toMatchObject({ online: true, state: { on: true, usedMinutes: 1 }, seenAt: core.clock.now(), problem: undefined });
    const before = core.told.length;
    stop();
    await core.clock.advance(60_000);
    expect([core.http.sentTo(LATEST).length, core.told.length, core.clock.pending, core.channel.openConnections]).toEqual([4, before, 0, 0]);
  });

  test('tells nothing more to whoever has stopped looking while a question was under way', async () => {
    const core = inView();
    core.http.answers(LATEST, () => core.clock.sleep(2_000).then(() => aReport()));
    const { stop } = core.follow();
    await core.clock.advance(1_000);
    const told = core.told.length;
    stop();
    await core.clock.advance(60_000);
    expect(core.told).toHaveLength(told);
  });

  test('ends where the session is over: nobody can ask any more', async () => {
    const core = inView();
    core.http.answers(LATEST, { status: 401 }).answers(DETAIL, { status: 401 });
    core.follow();
    await core.clock.advance(60_000);
    expect([core.http.sentTo(LATEST).length, core.last().problem?.code, core.clock.pending]).toEqual([1, 'unauthorized', 0]);
  });

  test('is answered by null as by nothing new: what is known stays, and grows no younger', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    const { state, seenAt } = core.last();
    core.http.answers(LATEST, done(null));
    await core.clock.advance(20_000);
    expect(core.last()).toMatchObject({ state, seenAt, problem: undefined });
  });

  test('once tells how things stand by what was asked', async () => {
    const core = inView();
    const now = core.clock.now();
    expect(await core.get(FollowDevice).look('DEV0001')).toMatchObject({ online: true, state: { on: true }, seenAt: now, countedAt: now, line: 'polling', loginFailed: false });
    expect([core.data(DETAIL), core.data(LATEST)]).toEqual([['DEV0001'], ['DEV0001']]);
  });

  test('waits for a slow answer before asking again', async () => {
    const core = inView();
    core.http.answers(LATEST, () => core.clock.sleep(14_000).then(() => aReport()));
    core.follow();
    await core.clock.advance(13_000);
    expect(core.http.sentTo(LATEST)).toHaveLength(1);
    await core.clock.advance(8_000);
    expect(core.http.sentTo(LATEST)).toHaveLength(2);
  });

  test('that fails keeps what is known, tells the problem, and goes on', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    core.http.answers(LATEST, new Problem('timeout')).answers(DETAIL, refused('1'));
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ online: true, state: { usedMinutes: 1 }, problem: { code: 'refused' } });
    core.http.answers(LATEST, aReport({ useTime: 2 })).answers(DETAIL, online);
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ state: { usedMinutes: 2 }, problem: undefined });
  });

  test('happens at once when the page is shown again', async () => {
    const core = inView();
    const { refresh } = core.follow();
    await core.clock.advance(1_000);
    refresh();
    await core.clock.advance(0);
    expect([core.http.sentTo(LATEST).length, core.channel.lines[0]?.reads]).toEqual([2, 1]);
  });
});

describe('a page that comes back', () => {
  test('does not wait for a question that got lost while it slept', async () => {
    const core = inView();
    core.http.answers(LATEST, () => new Promise(() => {}), aReport({ useTime: 12 }));
    const { refresh } = core.follow();
    await core.clock.advance(2_000);
    refresh();
    await core.clock.advance(0);
    expect(core.last()).toMatchObject({ state: { usedMinutes: 12 }, seenAt: core.clock.now() });
  });

  test('asks once, however many signs of its return there are', async () => {
    const core = inView();
    const { refresh } = core.follow();
    await core.clock.advance(5_000);
    for (let sign = 0; sign < 3; sign += 1) refresh();
    await core.clock.advance(0);
    expect(core.http.sentTo(LATEST)).toHaveLength(2);
  });

  test('is not told the past by an answer that comes late', async () => {
    const core = inView();
    core.http.answers(LATEST, () => core.clock.sleep(4_000).then(() => aReport({ useTime: 1 })), aReport({ useTime: 12 }));
    const { refresh } = core.follow();
    await core.clock.advance(2_000);
    refresh();
    await core.clock.advance(3_000);
    expect(core.last()).toMatchObject({ state: { usedMinutes: 12 } });
  });
});

describe('hearing', () => {
  test('opens one line where the server says, and reads it every minute', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(60_000);
    expect(core.channel.lines).toHaveLength(1);
    expect(core.channel.lines[0]).toMatchObject({
      reads: 1,
      address: { did: 'did-1', host: 'channel.test', wsPort: 8080, wssPort: 8880, appId: 'giz-app', uid: 'giz-uid', token: 'giz-token' },
    });
  });

  test('tells every push as it comes and how well the device is seen', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    expect(core.last().line).toBe('live');
    core.push({ UseTime: 7, Voltage: 8 });
    expect(core.last().state).toMatchObject({ on: true, usedMinutes: 7, voltage: 8, workMinutes: 30 });
    core.channel.push({ kind: 'line', state: 'lost' });
    expect(core.last()).toMatchObject({ line: 'lost', state: { usedMinutes: 7 } });
  });

  test('a push is newer than the answer to a question asked before it', async () => {
    const core = inView();
    core.http.answers(LATEST, () => core.clock.sleep(3_000).then(() => aReport({ onOff: 1, useTime: 1 })));
    core.follow();
    await core.clock.advance(1_000);
    core.push({ OnOff: 0, UseTime: 30 });
    await core.clock.advance(3_000);
    expect(core.last().state).toMatchObject({ on: false, usedMinutes: 30 });
  });

  test('a device that has just gone offline is not online by an older answer', async () => {
    const core = inView();
    core.http.answers(DETAIL, () => core.clock.sleep(3_000).then(() => online));
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'online', online: false });
    await core.clock.advance(3_000);
    expect(core.told.map((snapshot) => snapshot.online)).not.toContain(true);
    await core.clock.advance(10_000);
    expect(core.last().online).toBe(true);
  });

  test('is not needed: without a supply there is asking alone', async () => {
    const core = inView();
    core.http.answers(SUPPLY, refused('500'));
    core.follow();
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ line: 'polling', online: true, loginFailed: false, state: { on: true } });
  });

  test('a supply that failed in passing is asked for again after two seconds', async () => {
    const core = inView();
    core.http.answers(SUPPLY, refused('500'), done(aSupply));
    core.follow();
    await core.clock.advance(1_999);
    expect(core.channel.lines).toEqual([]);
    await core.clock.advance(1);
    expect(core.channel.lines).toHaveLength(1);
  });

  test('an address that the server does not name is asked for again with growing waits, every half a minute at the longest, and told', async () => {
    const core = inView();
    core.http.answers(SUPPLY, done({ ...aSupply, deviceDetailWebSocketVo: null }));
    const { stop } = core.follow();
    const asked: number[] = [];
    for (let second = 0; second <= 95; second += 1) {
      await core.clock.advance(second === 0 ? 0 : 1_000);
      asked.push(core.http.sentTo(SUPPLY).length);
    }
    expect([0, 2, 6, 14, 30, 59].map((second) => asked[second])).toEqual([1, 2, 3, 4, 5, 5]);
    expect(core.last()).toMatchObject({ line: 'polling', online: true, loginFailed: false, liveFailure: { step: 'address', problem: { code: 'parse' } } });
    core.http.answers(SUPPLY, done(aSupply));
    await core.clock.advance(30_000);
    core.channel.push({ kind: 'line', state: 'open' });
    expect(core.last()).toMatchObject({ line: 'live', liveFailure: undefined });
    stop();
    expect(core.clock.pending).toBe(0);
  });

  test('a subscription that is refused leaves asking alone, told with its code, until the server agrees', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'logged-in' });
    expect(core.last().line).toBe('connecting');
    const failure = { step: 'subscribe', reason: 'refused', code: '1004', message: 'not bound' } as const;
    core.channel.push({ kind: 'failure', failure });
    expect(core.last()).toMatchObject({ line: 'polling', liveFailure: failure });
    core.channel.push({ kind: 'line', state: 'lost' });
    await core.clock.advance(20_000);
    expect([core.last().line, core.http.sentTo(LATEST).length]).toEqual(['polling', 3]);
    core.channel.push({ kind: 'line', state: 'open' });
    expect(core.last()).toMatchObject({ line: 'live', liveFailure: undefined });
  });

  test('a line that is lost says why, and one that stands despite a refusal is still live', async () => {
    const core = inView();
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

  test('a late answer that the device is offline does not count against what the device has told since it was asked for', async () => {
    const core = inView();
    core.http.answers(DETAIL, () => core.clock.sleep(3_000).then(() => offline), online);
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    await core.clock.advance(1_000);
    core.push({ OnOff: 1 });
    await core.clock.advance(3_000);
    expect(core.told.map((snapshot) => snapshot.online)).not.toContain(false);
    await core.clock.advance(10_000);
    expect(core.last().online).toBe(true);
    core.http.answers(DETAIL, offline);
    await core.clock.advance(10_000);
    expect(core.last().online).toBe(false);
  });

  test('an answer that does not say whether the device is online leaves what was said', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    core.http.answers(DETAIL, done({}));
    await core.clock.advance(10_000);
    expect(core.last().online).toBe(true);
  });

  test.each([['nothing', {}], ['nulls', { onOff: null, workTime: null }], ['the uses that the server knows of', { useNum: 5 }]])('an answer with %s in it shows the device no later than before', async (_, report) => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    const seenAt = core.clock.now();
    core.http.answers(LATEST, done(report));
    await core.clock.advance(10_000);
    core.push({});
    core.push({ Firmware: 7 });
    expect(core.last()).toMatchObject({ seenAt, answered: true, state: { on: true, usedMinutes: 1 } });
    expect(await core.get(FollowDevice).look('DEV0001')).toMatchObject({ seenAt: undefined, countedAt: undefined, answered: true });
  });

  test('a line that stays lost is looked for where the server says now', async () => {
    const core = inView();
    const moved = { ...aSupply, deviceDetailWebSocketVo: { ...aSupply.deviceDetailWebSocketVo, gizHost: 'moved.test' } };
    core.http.answers(SUPPLY, done(aSupply), done(aSupply), done(moved));
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

  test('of a line that went dumb unseen is made up for within ten seconds, and what is shown says of when it is', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ UseTime: 7 });
    core.http.answers(LATEST, aReport({ onOff: 0, useTime: 8 }));
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ line: 'live', state: { on: false, usedMinutes: 8 }, seenAt: core.clock.now() });
    const lastHeard = core.clock.now();
    core.http.answers(LATEST, new Problem('network'));
    await core.clock.advance(30_000);
    expect(core.last()).toMatchObject({ seenAt: lastHeard, problem: { code: 'network' } });
    expect(isStale(lastHeard, core.clock.now())).toBe(true);
  });

  test('a supply that comes after nobody looks any more opens nothing', async () => {
    const core = inView();
    core.http.answers(SUPPLY, async () => {
      await core.clock.sleep(2_000);
      return done(aSupply);
    });
    const { stop } = core.follow();
    await core.clock.advance(1_000);
    stop();
    await core.clock.advance(5_000);
    expect(core.channel.lines).toEqual([]);
  });
});

describe('a login that fails', () => {
  test('is tried once more with new credentials, then told', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'login-failed' });
    await core.clock.advance(0);
    expect([core.http.sentTo(SUPPLY).length, core.last().loginFailed, core.channel.openConnections]).toEqual([2, false, 1]);
    core.channel.push({ kind: 'login-failed' });
    await core.clock.advance(0);
    expect([core.http.sentTo(SUPPLY).length, core.last().loginFailed, core.last().line]).toEqual([2, true, 'polling']);
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ loginFailed: true, online: true });
  });

  test('is told with its code, and asked for again with growing waits', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    const refusal = { kind: 'login-failed', code: '9004', message: 'token expired' } as const;
    core.channel.push(refusal);
    await core.clock.advance(0);
    core.channel.push(refusal);
    expect(core.last()).toMatchObject({ line: 'polling', liveFailure: { step: 'login', reason: 'refused', code: '9004', message: 'token expired' } });
    const asked: number[] = [];
    for (const wait of [1_999, 1, 3_999, 1, 8_000]) {
      await core.clock.advance(wait);
      asked.push(core.http.sentTo(SUPPLY).length);
      if (core.channel.openConnections > 0) core.channel.push(refusal);
    }
    expect(asked).toEqual([2, 3, 3, 4, 5]);
    expect(core.told.filter(({ loginFailed }, at) => loginFailed && core.told[at - 1]?.loginFailed === false)).toHaveLength(1);
  });

  test('after the line was good only means that its credentials have run out', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    for (let times = 0; times < 3; times += 1) {
      core.channel.push({ kind: 'line', state: 'open' });
      core.channel.push({ kind: 'login-failed' });
      await core.clock.advance(0);
    }
    expect([core.http.sentTo(SUPPLY).length, core.last().loginFailed, core.channel.openConnections]).toEqual([4, false, 1]);
  });

  test('is tried again when the page is shown again', async () => {
    const core = inView();
    const { refresh } = core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'login-failed' });
    await core.clock.advance(0);
    core.channel.push({ kind: 'login-failed' });
    refresh();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    expect(core.last()).toMatchObject({ line: 'live', loginFailed: false });
  });
});

describe('the line of a device', () => {
  const elsewhere = { ...aSupply, uid: 'another-uid' };

  test('is being made until it stands', async () => {
    const core = inView();
    core.http.answers(SUPPLY, () => new Promise<never>(() => {}));
    core.follow();
    await core.clock.advance(0);
    expect(core.last().line).toBe('connecting');
  });

  test('is asked for for this very device', async () => {
    const core = inView();
    core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'connecting' });
    expect([core.data(SUPPLY), core.last().line]).toEqual([[{ sno: 'DEV0001' }], 'connecting']);
  });

  test('leads where the later answer says, although an earlier question is answered after it', async () => {
    const core = inView();
    const late = async () => {
      await core.clock.sleep(3_000);
      return done(aSupply);
    };
    core.http.answers(SUPPLY, late, done(elsewhere));
    const { refresh } = core.follow();
    await core.clock.advance(1_000);
    refresh();
    await core.clock.advance(5_000);
    expect(core.channel.lines.map(({ address, closed }) => [address.uid, closed])).toEqual([['another-uid', false]]);
  });

  test('that was lost stays lost while nobody says where the device is reached', async () => {
    const core = inView();
    const { refresh } = core.follow();
    await core.clock.advance(0);
    core.channel.push({ kind: 'line', state: 'open' });
    core.channel.push({ kind: 'line', state: 'lost' });
    core.http.answers(SUPPLY, refused('1'));
    refresh();
    await core.clock.advance(1);
    expect([core.last().line, core.channel.openConnections]).toEqual(['lost', 1]);
  });
});

test('what was told fifteen seconds ago is still how things stand, and a moment later it is not', () => {
  expect([isStale(1_000_000, 1_015_000), isStale(1_000_000, 1_015_001)]).toEqual([false, true]);
});
