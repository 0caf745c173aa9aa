import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { presetOf } from '../../src/core/treatment/settings.ts';
import { StartTreatment } from '../../src/core/treatment/start-treatment.ts';
import { coreOnFakes } from '../helpers/core-on-fakes.ts';
import { aDevice, aPage, aReport, done, online, refused } from '../helpers/wire.ts';

const SEED = 20260302;

const start = fc.record({
  fault: fc.constantFrom('none', 'answer lost', 'request lost', 'refused'),
  reportsAfter: fc.integer({ min: 0, max: 20_000 }),
  wait: fc.integer({ min: 0, max: 30_000 }),
  taps: fc.integer({ min: 1, max: 3 }),
  pageKilled: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
});

test('a thousand unlucky starts: however often it is tried, the device is started once', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(start, { minLength: 1, maxLength: 6 }), async (attempts) => {
      const core = coreOnFakes({ configuration: { idempotencyHeader: 'Idempotency-Key' } });
      core.at({ sno: 'DEV0001' });
      const keys = new Set<string | undefined>();
      let runsFrom = Infinity;
      core.http
        .answers('/device/detail', online)
        .answers('/wallet/balance', aPage())
        .answers('/device/device/list', done([aDevice()]))
        .answers('/order/check/device', done({ ownerId: 'op1', status: 'DEVICE_USED' }))
        .answers('/device/real_time_data', () => aReport({ onOff: core.clock.now() >= runsFrom ? 1 : 0 }));
      let starting = core.get(StartTreatment);
      for (const { fault, reportsAfter, wait, taps, pageKilled } of attempts) {
        core.http.answers('/order/start/device', ({ headers }) => {
          if (fault === 'refused') return refused('1');
          if (fault === 'request lost') return new Problem('network');
          keys.add(headers['Idempotency-Key']);
          runsFrom = Math.min(runsFrom, core.clock.now() + reportsAfter);
          return fault === 'answer lost' ? new Problem('timeout') : done();
        });
        const [turn] = await Promise.all(Array.from({ length: taps }, () => starting.begin({ settings: presetOf('bio') })));
        expect(keys.size).toBeLessThanOrEqual(1);
        if (turn?.kind === 'started') return;
        await core.clock.advance(wait);
        if (pageKilled) starting = core.reopened().get(StartTreatment);
      }
    }),
    { numRuns: 1_000, seed: SEED },
  );
});
