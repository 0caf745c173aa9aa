import { describe, expect, test } from 'vitest';
import { WaitForDevice } from '../../../src/core/device/wait-for-device.ts';
import { problemOf, within } from '../../helpers/core-on-fakes.ts';
import { DETAIL, inView, LATEST } from '../../helpers/in-view.ts';
import { aReport, offline, online } from '../../helpers/wire.ts';

describe('waiting for a device', () => {
  test.each([
    ['running', aReport(), online, true],
    ['idle', aReport({ onOff: 0 }), online, true],
    ['running', aReport({ onOff: 0 }), online, false],
    ['online', aReport(), online, true],
    ['online', aReport(), offline, false],
    ['offline', aReport(), offline, true],
    ['offline', aReport(), online, false],
  ] as const)('to be %s: %#', async (goal, report, detail, comes) => {
    const core = inView();
    core.http.answers(LATEST, report).answers(DETAIL, detail);
    expect(await within(core, 30_000, core.get(WaitForDevice).wait('DEV0001', goal, 30_000))).toBe(comes);
    expect([core.clock.pending, core.channel.openLines]).toEqual([0, 0]);
  });

  test('ends when it comes to pass', async () => {
    const core = inView();
    core.http.answers(LATEST, aReport({ onOff: 0 }));
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'running', 300_000);
    await core.clock.advance(25_000);
    core.push({ OnOff: 1 });
    expect(await waiting).toBe(true);
    expect(core.clock.pending).toBe(0);
  });

  test('ends with the session, which nobody can ask without', async () => {
    const core = inView();
    const waiting = problemOf(core.get(WaitForDevice).wait('DEV0001', 'idle', 300_000));
    await core.clock.advance(1_000);
    core.http.answers(LATEST, { status: 401 });
    await core.clock.advance(10_000);
    expect([core.clock.pending, core.channel.openLines]).toEqual([0, 0]);
    expect((await waiting).code).toBe('unauthorized');
  });

  test('ends when nobody waits any more', async () => {
    const core = inView();
    const leaving = new AbortController();
    const waiting = core.get(WaitForDevice).wait('DEV0001', 'offline', 300_000, leaving.signal);
    await core.clock.advance(1_000);
    leaving.abort();
    expect(await waiting).toBe(false);
    expect(core.clock.pending).toBe(0);
    expect(await core.get(WaitForDevice).wait('DEV0001', 'offline', 300_000, leaving.signal)).toBe(false);
  });
});
