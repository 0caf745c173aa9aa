import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Run, runPhysio } from '../helpers/physio.ts';
import type { World } from '../helpers/world.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { RoundResult } from './page-round.ts';
import { setRandomFaults } from './random-faults.ts';

const DEVICE = 'PL10001';
const MAX_ATTEMPTS = 4;

/** Rents a device with the CLI and repeats each command until it succeeds. The order is paid in between. */
export async function runCliRound(world: World, random: SeededRandom): Promise<RoundResult> {
  const home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  const result: RoundResult = { faults: 0, abandonedSteps: 0, uncaught: [] };
  const types = async (...words: string[]): Promise<Run> => {
    const run = await runPhysio([...words, '--timeout', '20'], { home });
    if (/TypeError|ReferenceError|UnhandledPromise/.test(run.said)) result.uncaught.push(run.said);
    return run;
  };
  const until = async (...words: string[]): Promise<Run | undefined> => {
    for (let tried = 0; tried < MAX_ATTEMPTS; tried += 1) {
      result.faults += await setRandomFaults(world, random);
      const run = await types(...words);
      if (run.code === 0) return run;
      result.abandonedSteps += 1;
    }
    await world.heals();
    const run = await types(...words);
    return run.code === 0 ? run : undefined;
  };
  try {
    const token = path.join(home, 'token');
    writeFileSync(token, (await world.user('ordinary')).accessToken);
    chmodSync(token, 0o600);
    await types('login', '--token-file', token, '--api', `${world.url}/api`);
    const plans = (await types('plan', 'list', DEVICE, '--by', 'duration')).data as unknown as { id: string }[];
    const ordered = await until('order', 'create', DEVICE, '--plan', plans[0]?.id ?? '', '--by', 'duration', '--yes');
    const number = ordered?.data['number'];
    if (typeof number !== 'string') return result;
    await until('order', 'pay', number, '--yes', '--no-wait');
    await world.pays(number);
    await until('treatment', 'start', DEVICE, '--mode', 'bio', '--yes');
    return result;
  } finally {
    await world.heals();
    rmSync(home, { recursive: true, force: true });
  }
}
