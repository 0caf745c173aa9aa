import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { privateFiles } from '../../src/cli/main.ts';
import { API, Terminal, TOKEN } from './terminal.ts';

let terminal: Terminal;
beforeEach(async () => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { nickname: '小王', mobile: '13812345678', assist: false })
    .reply(listDevices, [{ sno: 'PL10001' }]);
  for (const name of ['shop', 'clinic'])
    await terminal.physio(['login', '--profile', name, '--api', API, '--token-file', '-'], { stdin: TOKEN + name });
  await terminal.physio(['profile', 'use', 'shop']);
});
afterEach(() => terminal.close());

const config = (...below: string[]) => path.join(terminal.home, '.config/physio', ...below);
const userFile = () =>
  JSON.parse(readFileSync(config('config.json'), 'utf8')) as { profile: string; profiles: Record<string, object> };
const tokenOf = (name: string) =>
  (JSON.parse(readFileSync(config('profiles', name, 'token'), 'utf8')) as { token: string }).token;
const folders = () => readdirSync(config('profiles')).toSorted();

describe('profile remove', () => {
  test('profile remove asks about the account of that profile, and removes nothing without a yes', async () => {
    const { code, stderr } = await terminal.physio(['profile', 'remove', 'clinic'], { types: 'n' });
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining(
        'Remove profile clinic with its settings, token and session data? Signed in as 138****5678 at cloud.example. [y/N]',
      ),
    ]);
    expect([tokenOf('clinic'), Object.keys(userFile().profiles)]).toEqual([`${TOKEN}clinic`, ['shop', 'clinic']]);
  });

  test('profile remove deletes the settings, the token and the data of that profile only', async () => {
    const { code, stdout, stderr } = await terminal.physio(['profile', 'remove', 'clinic', '--yes']);
    expect([code, stdout, stderr]).toEqual([0, 'Removed profile clinic, its token and its session data.\n', '']);
    expect([folders(), Object.keys(userFile().profiles), userFile().profile]).toEqual([['shop'], ['shop'], 'shop']);
    expect((await terminal.physio(['device', 'list', '--profile', 'clinic'])).code).toBe(2);
    expect((await terminal.physio(['device', 'list'])).code).toBe(0);
  });

  test('profile remove of the current profile says which profile is used from now on', async () => {
    const { code, stderr } = await terminal.physio(['profile', 'remove', 'shop', '--yes']);
    expect([code, stderr]).toEqual([0, 'Commands now use profile default. To use another: physio profile use NAME\n']);
    expect(userFile().profile).toBe('default');
    expect((await terminal.physio(['profile', 'list', '--json', 'name,inUse'])).json()).toEqual([
      { name: 'clinic', inUse: false },
    ]);
  });

  test('profile remove default deletes what it holds, and the name stays usable', async () => {
    await terminal.physio(['login', '--profile', 'default', '--api', API, '--token-file', '-'], { stdin: TOKEN });
    const { code, json } = await terminal.physio(['profile', 'remove', 'default', '--yes', '--json']);
    expect([code, json()]).toEqual([0, { profile: 'default', wasSignedIn: true, current: 'shop' }]);
    expect(folders()).toEqual(['clinic', 'shop']);
    expect((await terminal.physio(['profile', 'show', 'default'])).code).toBe(0);
  });

  test.each(['{', '{"token":"a3f5c9d2e8b14706"}', 'a3f5c9d2e8b14706'])(
    'A token file that does not say for which server its token is counts as damaged: %s',
    async (text) => {
      writeFileSync(config('profiles', 'clinic', 'token'), text, { mode: 0o600 });
      const { code, stderr } = await terminal.physio(['device', 'list', '--profile', 'clinic', '--api', API]);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/token is damaged; sign in again: physio login /)]);
    },
  );

  test('profile remove works on a profile with a damaged token', async () => {
    writeFileSync(config('profiles', 'clinic', 'token'), '{', { mode: 0o600 });
    const { code } = await terminal.physio(['profile', 'remove', 'clinic', '--yes']);
    expect([code, folders()]).toEqual([0, ['shop']]);
  });

  test('profile remove notes that PHYSIO_PROFILE still names the profile', async () => {
    const { code, stderr } = await terminal.physio(['profile', 'remove', 'clinic', '--yes'], {
      env: { PHYSIO_PROFILE: 'clinic' },
    });
    expect([code, stderr]).toEqual([0, 'PHYSIO_PROFILE still names profile clinic.\n']);
  });

  test('profile remove of the current profile does not say that commands use another one than PHYSIO_PROFILE names', async () => {
    const { code, stderr } = await terminal.physio(['profile', 'remove', 'shop', '--yes'], {
      env: { PHYSIO_PROFILE: 'clinic' },
    });
    expect([code, stderr]).toEqual([0, '']);
  });

  test.each([['nope'], ['../shop'], ['']])('profile remove %j is refused', async (name) => {
    const { code } = await terminal.physio(['profile', 'remove', name, '--yes']);
    expect([code, folders()]).toEqual([2, ['clinic', 'shop']]);
  });
});

test('A command under a profile without an API address names the profiles that have one', async () => {
  await terminal.physio(['profile', 'use', 'default']);
  const { code, stderr } = await terminal.physio(['device', 'list']);
  expect([code, stderr]).toEqual([
    2,
    'physio: No API address is configured; set --api URL, PHYSIO_API, or physio profile set api URL; to use another profile (shop, clinic): physio profile use NAME\n',
  ]);
});

test('profile list and profile show say who is signed in, masked', async () => {
  await terminal.physio(['profile', 'set', 'api', API, '--profile', 'ward']);
  const listed = await terminal.physio(['profile', 'list']);
  expect(listed.stdout).toBe(
    `PROFILE\tAPI\tSIGNED IN\tCURRENT\nshop\t${API}\t138****5678\tyes\nclinic\t${API}\t138****5678\t\nward\t${API}\tno\t\n`,
  );
  expect((await terminal.physio(['profile', 'list', '--json', 'name,signedIn,mobile'])).json()).toContainEqual({
    name: 'ward',
    signedIn: false,
    mobile: null,
  });
  expect((await terminal.physio(['profile', 'show'])).stdout).toContain('signed in\t138****5678\n');
});

test.each([
  [
    'https://other.example/api',
    `The token of profile shop was issued for ${API} and is not sent to https://other.example/api. To sign in there: physio login --token-file FILE\n`,
  ],
  [API, ''],
  ['', ''],
])('profile set api %j says if the token of the profile belongs to another server', async (api, says) => {
  const { code, stderr } = await terminal.physio(['profile', 'set', 'api', api]);
  expect([code, stderr]).toEqual([0, says]);
});

test('A command with a token file suggests to use another profile by a command that does nothing else', async () => {
  const { stderr } = await terminal.physio(['device', 'list', '--profile', 'default', '--token-file', 'token.txt']);
  expect(stderr).toMatch(/to use another profile \(.*\): physio profile use NAME\n$/);
});

describe('profile use', () => {
  test.each([
    [
      'PHYSIO_PROFILE',
      { PHYSIO_PROFILE: 'shop' },
      'PHYSIO_PROFILE still names profile shop, so commands use that one.\n',
    ],
    [
      'PHYSIO_PROFILE, which does not exist',
      { PHYSIO_PROFILE: 'gone' },
      'PHYSIO_PROFILE still names profile gone, so commands use that one.\n',
    ],
    ['PHYSIO_TOKEN', { PHYSIO_TOKEN: TOKEN }, 'PHYSIO_TOKEN is still set and is used by all commands.\n'],
    ['nothing', {}, ''],
  ])('profile use says as whom commands go on if the environment outranks it: %s', async (_, env, says) => {
    const { code, stdout, stderr } = await terminal.physio(['profile', 'use', 'clinic'], { env });
    expect([code, stdout, stderr]).toEqual([0, 'Switched to profile clinic.\n', says]);
    expect(userFile().profile).toBe('clinic');
  });

  test('profile use says that the project file goes on naming another profile', async () => {
    writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify({ profile: 'shop' }));
    const { code, stderr } = await terminal.physio(['profile', 'use', 'clinic']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/physio\.config\.json still names profile shop, so/)]);
  });
});

describe('profile rename', () => {
  test('profile rename moves settings, token and data, and keeps the profile current', async () => {
    await terminal.physio(['device', 'list']);
    const { code, stdout, json } = await terminal.physio(['profile', 'rename', 'shop', 'store', '--json']);
    expect([code, json(), stdout.length > 0]).toEqual([0, { from: 'shop', profile: 'store', current: 'store' }, true]);
    expect([userFile(), folders(), tokenOf('store')]).toEqual([
      { profile: 'store', profiles: { clinic: { api: API }, store: { api: API } }, trusted: [] },
      ['clinic', 'store'],
      `${TOKEN}shop`,
    ]);
    expect(readFileSync(config('profiles', 'store', 'devices'), 'utf8')).toContain('PL10001');
    expect((await terminal.physio(['device', 'list'])).code).toBe(0);
    expect(terminal.http.sent.at(-1)?.headers.Authorization).toBe(`${TOKEN}shop`);
  });

  test('Signing in as another person forgets which devices the person before has used', async () => {
    await terminal.physio(['device', 'list']);
    await terminal.physio(['login', '--api', API, '--token-file', '-'], { stdin: `${TOKEN}renewed` });
    expect(existsSync(config('profiles', 'shop', 'devices'))).toBe(true);
    terminal.http.reply(getUser, { mobile: '13900000001' });
    await terminal.physio(['login', '--api', API, '--token-file', '-'], { stdin: `${TOKEN}other` });
    expect(existsSync(config('profiles', 'shop', 'devices'))).toBe(false);
  });

  test('profile rename of another profile leaves the current one', async () => {
    await terminal.physio(['profile', 'rename', 'clinic', 'ward']);
    expect([userFile().profile, folders()]).toEqual(['shop', ['shop', 'ward']]);
  });

  test('profile rename to a name whose accounts have open payments is refused, and keeps them', async () => {
    const area = config('profiles', 'default', 'accounts', 'a'.repeat(32), 'account');
    privateFiles.write(area, 'purchases', '[{"state":"paying","order":{"number":"L-1"}}]');
    const { code, stderr } = await terminal.physio(['profile', 'rename', 'clinic', 'default']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('order L-1')]);
    expect([existsSync(path.join(area, 'purchases')), folders()]).toEqual([true, ['clinic', 'default', 'shop']]);
  });

  test('profile rename of default moves what it holds', async () => {
    await terminal.physio(['login', '--profile', 'default', '--api', API, '--token-file', '-'], { stdin: TOKEN });
    expect((await terminal.physio(['profile', 'rename', 'default', 'home'])).code).toBe(0);
    expect([tokenOf('home'), existsSync(config('profiles', 'default'))]).toEqual([TOKEN, false]);
  });

  test.each([
    ['shop', 'clinic', /Profile clinic exists already; remove it first: physio profile remove clinic/],
    ['nope', 'ward', /Profile nope does not exist/],
    ['shop', '../ward', /Invalid profile name/],
    ['shop', '__proto__', /Invalid profile name/],
    ['shop', 'Shop', /differs from the profile shop only in case/],
    ['shop', 'con', /reserved on Windows/],
    ['shop', 'w'.repeat(65), /Invalid profile name/],
    ['shop', 'shop', /Profile shop has this name already/],
    ['default', 'default', /Profile default has this name already/],
  ])('profile rename %s %s is refused and changes nothing', async (from, to, says) => {
    const before = readFileSync(config('config.json'), 'utf8');
    const { code, stderr } = await terminal.physio(['profile', 'rename', from, to]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
    expect([readFileSync(config('config.json'), 'utf8'), folders()]).toEqual([before, ['clinic', 'shop']]);
  });

  test('Of two renames to one name at once, exactly one succeeds, and no token is lost', async () => {
    const ended = await Promise.all(
      ['shop', 'clinic'].map((from) => terminal.physio(['profile', 'rename', from, 'ward'])),
    );
    expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 2]);
    const [other = ''] = folders().filter((name) => name !== 'ward');
    expect([tokenOf('ward'), tokenOf(other)].toSorted()).toEqual([`${TOKEN}clinic`, `${TOKEN}shop`]);
    expect(Object.keys(userFile().profiles).toSorted()).toEqual(folders());
  });

  test('A command of the profile that runs meanwhile keeps its token, and its late files do not stand in the way', async () => {
    terminal.http.reply(listDevices, async () => {
      await terminal.physio(['profile', 'rename', 'shop', 'store']);
      return [{ sno: 'PL10009' }];
    });
    expect((await terminal.physio(['device', 'list', '--profile', 'shop'])).code).toBe(0);
    expect([tokenOf('store'), Object.keys(userFile().profiles)]).toEqual([`${TOKEN}shop`, ['clinic', 'store']]);
    expect((await terminal.physio(['profile', 'rename', 'store', 'shop'])).code).toBe(0);
    expect([tokenOf('shop'), folders()]).toEqual([`${TOKEN}shop`, ['clinic', 'shop']]);
  });

  test('A login of the profile that ends after the rename stores nothing', async () => {
    terminal.http.reply(getUser, async () => {
      await terminal.physio(['profile', 'rename', 'shop', 'store']);
      return { nickname: '小王', mobile: '13812345678', assist: false };
    });
    const { code, stderr } = await terminal.physio(['login', '--profile', 'shop', '--token-file', '-'], {
      stdin: 'a-renewed-canary-token',
    });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('Profile shop does not exist; profiles: clinic, store'),
    ]);
    expect([tokenOf('store'), folders()]).toEqual([`${TOKEN}shop`, ['clinic', 'store']]);
  });

  test('profile rename notes that the project file still names the old profile', async () => {
    writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify({ profile: 'shop' }));
    const { code, stderr } = await terminal.physio(['profile', 'rename', 'shop', 'store']);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/physio\.config\.json still names profile shop\./)]);
  });

  // The steps that write or move, in their order; a crash prevents one and those after it.
  test.each([0, 1, 2, 3])('A crash at step %i of a rename leaves the token in a listed profile', async (crashAt) => {
    const real = { ...privateFiles };
    let step = 0;
    const crashing =
      <Given extends unknown[]>(work: (...given: Given) => void) =>
      (...given: Given) => {
        step += 1;
        if (step > crashAt) throw new Error('crash');
        work(...given);
      };
    Object.assign(privateFiles, {
      write: crashing(real.write),
      move: crashing(real.move),
      remove: crashing(real.remove),
    });
    const { code } = await terminal
      .physio(['profile', 'rename', 'shop', 'store'])
      .finally(() => Object.assign(privateFiles, real));
    expect(code).toBe(1);
    const holder = folders().find((name) => name !== 'clinic') ?? '';
    expect([tokenOf(holder), userFile().profiles[holder]]).toEqual([`${TOKEN}shop`, { api: API }]);
    expect((await terminal.physio(['device', 'list', '--profile', holder])).code).toBe(0);
  });
});

test('account show with a token of its own names its source in JSON instead of the profile', async () => {
  writeFileSync(path.join(terminal.home, 'other.txt'), 'another-canary-token', { mode: 0o600 });
  const shown = async (...argv: string[]) =>
    (await terminal.physio(['account', 'show', '--json', 'profile,tokenFrom', ...argv])).json();
  expect(await shown('--token-file', 'other.txt')).toEqual({ profile: null, tokenFrom: 'other.txt' });
  expect(await shown()).toEqual({ profile: 'shop', tokenFrom: null });
});

const project = (content: object) =>
  writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify(content));
const refusal = expect.stringMatching(
  /Profile nope\b.* does not exist.*profiles: shop, clinic\. To create it: physio login .*--profile nope/,
);

describe('an unknown profile', () => {
  beforeEach(async () => {
    terminal.close();
    terminal = new Terminal();
    terminal.http.reply(getUser, { nickname: 'A', mobile: '13812345678', assist: false }).reply(listDevices, []);
    for (const name of ['shop', 'clinic']) await terminal.physio(['profile', 'set', 'api', API, '--profile', name]);
  });

  test.each(['device list', 'account show', 'profile show', 'order list', 'logout', 'treatment stop DEV0001 --yes'])(
    '%s with an unknown profile lists the profiles, says how to create it, and sends nothing',
    async (line) => {
      const { code, stdout, stderr } = await terminal.physio([...line.split(' '), '--profile', 'nope'], {
        env: { PHYSIO_TOKEN: TOKEN },
      });
      expect([code, stdout, stderr]).toEqual([2, '', refusal]);
      expect(terminal.http.sent).toEqual([]);
    },
  );

  test.each([
    ['profile', 'use', 'nope'],
    ['profile', 'show', 'nope'],
  ])('physio %s %s %s reports an unknown profile', async (...argv) => {
    expect(await terminal.physio(argv)).toMatchObject({ code: 2, stderr: refusal });
  });

  test('An unknown profile from the environment is reported with its variable', async () => {
    const { code, stderr } = await terminal.physio(['device', 'list'], { env: { PHYSIO_PROFILE: 'nope' } });
    expect([code, stderr]).toEqual([2, refusal]);
    expect(stderr).toContain('(set by PHYSIO_PROFILE)');
  });

  test('An unknown profile from a file is reported with that file', async () => {
    project({ profile: 'nope' });
    const { code, stderr } = await terminal.physio(['device', 'list']);
    expect([code, stderr]).toEqual([2, refusal]);
    expect(stderr).toContain(path.join(terminal.home, 'physio.config.json'));
  });

  test('login and profile set create a profile', async () => {
    expect((await terminal.physio(['profile', 'set', 'api', API, '--profile', 'new'])).code).toBe(0);
    writeFileSync(path.join(terminal.home, 'token.txt'), TOKEN, { mode: 0o600 });
    expect(
      (await terminal.physio(['login', '--profile', 'newer', '--api', API, '--token-file', 'token.txt'])).code,
    ).toBe(0);
    for (const name of ['new', 'newer']) expect((await terminal.physio(['profile', 'use', name])).code).toBe(0);
    expect((await terminal.physio(['device', 'list', '--profile', 'newer'])).code).toBe(0);
  });

  test.each([
    ['profile set', ['profile', 'set', 'api', 'https://other.example/api']],
    ['login', ['login', '--api', 'https://other.example/api', '--token-file', '-']],
  ])('%s with another address says what the profile keeps of its former server', async (_, command) => {
    const warning = `Profile default keeps payLink of ${API}; to set them anew: physio profile set KEY VALUE`;
    expect((await terminal.physio(command, { stdin: TOKEN })).stderr).not.toContain('keeps');
    await terminal.physio(['profile', 'set', 'api', API]);
    await terminal.physio(['profile', 'set', 'payLink', 'https://cloud.example/my?order={number}']);
    expect((await terminal.physio(command, { stdin: TOKEN })).stderr).toContain(warning);
    expect((await terminal.physio(command, { stdin: TOKEN })).stderr).not.toContain('keeps');
  });

  test('profile list works with an unknown profile', async () => {
    const { code, json } = await terminal.physio(['profile', 'list', '--json', 'name'], {
      env: { PHYSIO_PROFILE: 'nope' },
    });
    expect([code, json()]).toEqual([0, [{ name: 'shop' }, { name: 'clinic' }]]);
  });

  test('doctor fails its configuration check for an unknown profile and checks nothing else', async () => {
    const { code, stdout } = await terminal.physio(['doctor', '--profile', 'nope']);
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^BAD\tconfiguration\t+→ Profile nope does not exist/)]);
    expect(terminal.http.sent).toEqual([]);
  });

  test('The default profile always exists', async () => {
    expect((await terminal.physio(['device', 'list'], { env: { PHYSIO_API: API, PHYSIO_TOKEN: TOKEN } })).code).toBe(0);
    expect((await terminal.physio(['profile', 'use', 'default'])).code).toBe(0);
  });
});
