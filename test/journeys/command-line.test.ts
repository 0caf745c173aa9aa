import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CTRL_C, typePhysio, type Typing } from '../helpers/physio.ts';
import { World } from '../helpers/world.ts';

const ESCAPE = String.fromCodePoint(0x1b);

interface Step {
  typed: string;
  code: number;
  /** A match in stdout or stderr. */
  shows: RegExp;
  before?: (world: World) => Promise<unknown>;
  /** Presses Ctrl-C when the output matches. */
  breakOff?: RegExp;
}

const steps: Step[] = [
  { typed: 'account show', code: 4, shows: /physio login/ },
  { typed: 'login --token-file token.txt', code: 0, shows: /Signed in as/ },
  { typed: '--version', code: 0, shows: /^\d+\.\d+\.\d+/ },
  { typed: '--help', code: 0, shows: /Help topics/ },
  { typed: 'help exit-codes', code: 0, shows: /130/ },
  { typed: 'completion zsh', code: 0, shows: /compdef/ },
  { typed: 'profile set appKey physio', code: 0, shows: /appKey/ },
  { typed: 'profile use default', code: 0, shows: /default/ },
  { typed: 'profile list', code: 0, shows: /default/ },
  { typed: 'profile show', code: 0, shows: /signed in\s+138\*{4}\d{4}/ },
  { typed: 'profile trust .', code: 0, shows: /Trusted \// },
  { typed: 'doctor --device PL10003', code: 0, shows: /ok\s+channel ping/ },
  { typed: 'account show', code: 0, shows: /138\*{4}0006/ },
  { typed: 'account send-code 13900000077', code: 0, shows: /139\*{4}0077/ },
  { typed: 'account bind 13900000077 000000x', code: 1, shows: /Wrong code/ },
  { typed: 'device list', code: 0, shows: /PL10003\s+家用理疗仪 C1\s+/ },
  { typed: 'device history', code: 0, shows: /./ },
  { typed: 'device show PL10003', code: 0, shows: /PL10003/ },
  { typed: 'device check PL10003 PL10007', code: 5, shows: /PL10007\s+offline/ },
  { typed: 'device enter PL10003', code: 0, shows: /physio treatment start PL10003/ },
  { typed: 'device enter PL10008', code: 5, shows: /locked/ },
  { typed: 'device wait PL10003 --for idle', code: 0, shows: /is idle/ },
  { typed: 'device wait PL10003 --for running --timeout 1', code: 3, shows: /is not running/ },
  { typed: 'device watch PL10003', code: 130, shows: /live +online/, breakOff: /live +online/ },
  { typed: 'plan list PL10003', code: 0, shows: /￥/ },
  { typed: 'order create PL10003 --plan PLAN --by duration --yes --json number', code: 0, shows: /"number"/ },
  { typed: 'order list', code: 0, shows: /to pay/ },
  { typed: 'order show ORDER', code: 0, shows: /to pay/ },
  { typed: 'order pay ORDER --yes --timeout 1', code: 6, shows: /not confirmed/ },
  { typed: 'order cancel ORDER --yes', code: 0, shows: /Cancelled order/ },
  { typed: 'treatment start PL10003 --mode light --yes', code: 0, shows: /Started PL10003: light/ },
  { typed: 'treatment show PL10003', code: 0, shows: /phase/ },
  { typed: 'treatment stop PL10003 --yes', code: 0, shows: /Stopped PL10003/, before: (world) => world.passes(60_000) },
  { typed: 'share list PL10003', code: 0, shows: /138\*{4}0003/ },
  { typed: 'share add PL10003 13900000008', code: 0, shows: /Shared PL10003 with/ },
  { typed: 'share remove PL10003 13900000008 --yes', code: 0, shows: /Stopped sharing PL10003/ },
  { typed: 'card list', code: 0, shows: /./ },
  { typed: 'refund list', code: 0, shows: /./ },
  { typed: 'feedback send --content hello', code: 0, shows: /Sent feedback/ },
  { typed: 'device list --json nonsense', code: 2, shows: /available fields: sno,/ },
  { typed: 'logout', code: 0, shows: /Signed out/ },
];

/** Those that a terminal shows otherwise. */
const onATerminal: Step[] = steps.filter(({ typed }) =>
  ['--help', 'device list', 'device watch PL10003', 'doctor --device PL10003'].includes(typed),
);

const SNO = 'PL10003';
let world: World;
let home: string;
let order = '';
let token: string;
let secrets: string[];
const seen: string[] = [];
beforeAll(async () => {
  world = await World.start();
  home = mkdtempSync(path.join(tmpdir(), 'physio-'));
  const { accessToken, openid, mobile } = await world.user('leaser');
  token = accessToken;
  secrets = [token, openid, mobile, '13800000003', '13900000008', '13900000077'];
  writeFileSync(path.join(home, 'token.txt'), token, { mode: 0o600 });
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await world.close();
});

const types = (words: readonly string[], more: Partial<Typing> = {}) =>
  typePhysio(words, { home, env: { PHYSIO_API: `${world.url}/api` }, ...more });

async function firstPlan(typed: string): Promise<string> {
  if (!typed.includes('PLAN')) return '';
  const { out } = await types(['plan', 'list', SNO, '--by', 'duration', '--json', 'id']);
  return /"id":"([^"]+)"/.exec(out)?.[1] ?? '';
}

async function ends({ typed, code, shows, before, breakOff }: Step, terminal: boolean): Promise<void> {
  await before?.(world);
  const words = typed
    .replace('ORDER', order)
    .replace('PLAN', await firstPlan(typed))
    .split(' ');
  const once = breakOff && { seen: breakOff, keys: CTRL_C };
  const ran = await types([...words, ...(typed.startsWith('-') ? [] : ['--verbose'])], { terminal, once });
  seen.push(ran.out, ran.said);
  order = /"number": ?"(\w+)"/.exec(ran.out)?.[1] ?? order;
  expect([ran.code, ran.out + ran.said]).toEqual([code, expect.stringMatching(shows)]);
  if (!terminal) expect(ran.out + ran.said).not.toContain(ESCAPE);
}

test.each(steps)('The built CLI ends "$typed" off a terminal with exit code $code', (step) => ends(step, false));

test.each(onATerminal)('The built CLI ends "$typed" on a terminal with exit code $code', async (step) => {
  await types(['login', '--token-file', 'token.txt']);
  await ends(step, true);
});

test('The output of all commands contains neither token nor openid nor a full phone number, and only files private to the user contain the token', async () => {
  const all = seen.join('');
  expect(all.length).toBeGreaterThan(1_000);
  for (const secret of secrets) expect(all).not.toContain(secret);
  await types(['login', '--token-file', 'token.txt']);
  const kept = filesBelow(home).filter((file) => readFileSync(file, 'utf8').includes(token));
  expect(kept.map((file) => path.relative(home, file))).toEqual(
    expect.arrayContaining(['.config/physio/profiles/default/token', 'token.txt']),
  );
  for (const file of kept) expect([file, statSync(file).mode & 0o077]).toEqual([file, 0]);
});

test('share remove prompts on a terminal, and changes nothing when the user declines', async () => {
  const words = ['share', 'remove', SNO, '13800000003', '--token-file', 'token.txt'];
  const { code, out } = await types(words, { terminal: true, once: { seen: /\[y\/N\]/, keys: 'n\n' } });
  expect([code, out]).toEqual([3, expect.stringContaining(`Stop sharing ${SNO} with 138****0003?`)]);
  expect((await world.state()).shares).toContainEqual(expect.objectContaining({ sno: SNO, mobile: '13800000003' }));
  const off = await types(words);
  expect([off.code, off.said]).toEqual([2, expect.stringContaining('--yes')]);
});

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
