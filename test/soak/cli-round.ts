import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Run, runPhysio } from '../helpers/physio.ts';
import type { World } from '../helpers/world.ts';
import type { Dice } from './dice.ts';
import type { Met } from './page-round.ts';
import { setRandomFaults } from './trouble.ts';

const DEVICE = 'PL10001';
const TRIES = 4;

/** Rents a device with the CLI and repeats each command until it succeeds. The order is paid in between. */
export async function walkTheCommandLine(world: World, dice: Dice): Promise<Met> {
  const home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  const met: Met = { faults: 0, given: 0, uncaught: [] };
  const types = async (...words: string[]): Promise<Run> => {
    const run = await runPhysio([...words, '--timeout', '20'], { home });
    if (/TypeError|ReferenceError|UnhandledPromise/.test(run.said)) met.uncaught.push(run.said);
    return run;
  };
  const until = async (...words: string[]): Promise<Run | undefined> => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      met.faults += await setRandomFaults(world, dice);
      const run = await types(...words);
      if (run.code === 0) return run;
      met.given += 1;
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
    if (typeof number !== 'string') return met;
    await until('order', 'pay', number, '--yes', '--no-wait');
    await world.pays(number);
    await until('treatment', 'start', DEVICE, '--mode', 'bio', '--yes');
    return met;
  } finally {
    await world.heals();
    rmSync(home, { recursive: true, force: true });
  }
}
