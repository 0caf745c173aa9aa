import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { privateFiles } from '../../src/cli/main.ts';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { refused } from '../helpers/fake-server.ts';
import { API, SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { nickname: '小王', mobile: '13812345678', assist: true })
    .reply(sendCode)
    .reply(updatePhone);
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const lastSent = () => JSON.parse(terminal.http.sent.at(-1)?.body ?? '{}') as { data: unknown };

describe('account show', () => {
  test('account show prints the account, with the phone number masked unless --show-phones is given', async () => {
    const { stdout } = await physio('account', 'show');
    expect(stdout).toMatch(/name\s+小王/);
    expect(stdout).toMatch(/phone\s+138\*{4}5678/);
    expect(stdout).toMatch(/assistant\s+yes/);
    expect(stdout).toMatch(/signed in until\s+unknown/);
    expect((await physio('account', 'show', '--show-phones', '--json', 'mobile')).json()).toEqual({
      mobile: '13812345678',
    });
  });

  test('account show names the source of the token in place of the profile when the token does not come from the profile', async () => {
    const file = path.join(terminal.home, 'token.txt');
    writeFileSync(file, TOKEN, { mode: 0o600 });
    const ofFile = await terminal.physio(['account', 'show', '--api', API, '--token-file', file]);
    expect(ofFile.stdout).toMatch(new RegExp(`^token from\\s+${file}$`, 'm'));
    expect(ofFile.stdout).not.toMatch(/^profile/m);
    expect((await physio('account', 'show')).stdout).toMatch(/^token from\s+PHYSIO_TOKEN$/m);
    await terminal.physio(['login', '--api', API, '--token-file', file]);
    expect((await terminal.physio(['account', 'show'])).stdout).toMatch(/^profile\s+default$/m);
  });

  test('account show prints when the token expires if the token is a JWT with exp', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 1_803_600_000 })).toString('base64url');
    const env = { PHYSIO_API: API, PHYSIO_TOKEN: `head.${claims}.sign` };
    const { json, stdout } = await terminal.physio(['account', 'show', '--json'], { env });
    expect(json()).toMatchObject({ signedInUntil: new Date(1_803_600_000_000).toISOString(), assist: true });
    expect(stdout).not.toContain(claims);
  });

  test.each([
    'head.e30.sign',
    'head.%%%.sign',
    'a.b',
    `head.${Buffer.from('{"exp":1e300}').toString('base64url')}.sign`,
  ])('account show prints no expiry for a token that states none: %s', async (token) => {
    const { code, json } = await terminal.physio(['account', 'show', '--json', 'signedInUntil'], {
      env: { PHYSIO_API: API, PHYSIO_TOKEN: token },
    });
    expect([code, json()]).toEqual([0, { signedInUntil: null }]);
  });
});

describe('account send-code and account bind', () => {
  test('account send-code sends a code at most once a minute', async () => {
    const { code, stderr } = await physio('account', 'send-code', '138 1234 5678');
    expect([code, lastSent().data]).toEqual([0, '13812345678']);
    expect(stderr).toContain('physio account bind PHONE CODE');
    const again = await physio('account', 'send-code', '13900000001');
    const words = 'A code was sent to 138****5678 less than a minute ago. Use it for that number, or wait a minute';
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(words)]);
    expect(terminal.http.requests(sendCode)).toHaveLength(1);
  });

  test.each([
    [2, 'rejected this phone number'],
    [1000011, 'another account'],
    [99, '稍后再试'],
  ])('account send-code prints the reason when the server answers with code %s', async (serverCode, words) => {
    terminal.http.reply(sendCode, refused(serverCode, '稍后再试'));
    const { code, stderr } = await physio('account', 'send-code', '13812345678');
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  test('account bind binds the number with its code', async () => {
    const { code, json } = await physio('account', 'bind', '13812345678', '1234', '--json');
    expect([code, json()]).toEqual([0, { mobile: '138****5678', outcome: 'bound' }]);
    expect(lastSent().data).toEqual({ newMobile: '13812345678', newCode: '1234' });
  });

  test('account bind says that the number is bound although nothing can be stored afterwards', async () => {
    vi.spyOn(privateFiles, 'runExclusive').mockRejectedValue(new Problem('storage', { message: 'the disk is full' }));
    const { code, stdout, stderr } = await physio('account', 'bind', '13812345678', '1234');
    expect([code, stdout]).toEqual([1, 'Bound 138****5678 to the account.\n']);
    expect(stderr).toContain('the disk is full');
  });

  test.each([
    [517, 'Wrong code'],
    [500, '系统忙'],
  ])('account bind prints the reason when the server answers with code %s', async (serverCode, words) => {
    terminal.http.reply(updatePhone, refused(serverCode, '系统忙'));
    const { code, stderr } = await physio('account', 'bind', '13812345678', '1234');
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  test('account bind says that the number may be bound after a breakdown of the server', async () => {
    terminal.http.reply(updatePhone, refused(500, '系统异常'));
    const { code, stderr } = await physio('account', 'bind', '13812345678', '1234');
    expect(code).toBe(1);
    expect(stderr).toContain('138****5678 may now be bound to the account. Check with: physio account show');
    expect(stderr).not.toContain('Could not bind');
  });

  test('account send-code says that a code may have been sent after a breakdown of the server', async () => {
    terminal.http.reply(sendCode, refused(500, '系统异常'));
    const { code, stderr } = await physio('account', 'send-code', '13812345678');
    expect([code, stderr]).toEqual([1, expect.stringContaining('A code may have been sent to 138****5678.')]);
    expect(stderr).not.toContain('Could not send');
  });

  test.each([{}, { mobile: null, nickname: null }])(
    'A server that sends no phone number and no name leaves both unknown in account show: %j',
    async (user) => {
      terminal.http.reply(getUser, user);
      const { stdout } = await physio('account', 'show');
      expect(stdout).toMatch(/name\s+unknown \(the server sends none\)/);
      expect(stdout).toMatch(/phone\s+unknown \(the server sends none\)/);
    },
  );

  test('account send-code sends nothing for an invalid phone number', async () => {
    expect((await physio('account', 'send-code', 'PL10001')).code).toBe(2);
    expect(terminal.http.sent).toEqual([]);
  });
});
