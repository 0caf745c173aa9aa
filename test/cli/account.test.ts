import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { refused } from '../helpers/fake-server.ts';
import { API, SIGNED_IN, Terminal } from './terminal.ts';

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
  test('tells who is signed in, with the phone number masked unless it is to be shown', async () => {
    const { stdout } = await physio('account', 'show');
    expect(stdout).toMatch(/name +小王/);
    expect(stdout).toMatch(/phone +138\*{4}5678/);
    expect(stdout).toMatch(/assistant +yes/);
    expect(stdout).toMatch(/signed in until +not known/);
    expect((await physio('account', 'show', '--show-phones', '--json', 'mobile')).json()).toEqual({ mobile: '13812345678' });
  });

  test('tells until when, where the token itself says so', async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 1_803_600_000 })).toString('base64url');
    const env = { PHYSIO_API: API, PHYSIO_TOKEN: `head.${claims}.sign` };
    const { json, stdout } = await terminal.physio(['account', 'show', '--json'], { env });
    expect(json()).toMatchObject({ signedInUntil: new Date(1_803_600_000_000).toISOString(), assist: true });
    expect(stdout).not.toContain(claims);
  });

  test.each(['head.e30.sign', 'head.%%%.sign', 'a.b', `head.${Buffer.from('{"exp":1e300}').toString('base64url')}.sign`])(
    'does not guess where it does not: %s',
    async (token) => {
      const { code, json } = await terminal.physio(['account', 'show', '--json', 'signedInUntil'], { env: { PHYSIO_API: API, PHYSIO_TOKEN: token } });
      expect([code, json()]).toEqual([0, { signedInUntil: null }]);
    },
  );
});

describe('binding a phone number', () => {
  test('has a code sent, once in a minute', async () => {
    const { code, stderr } = await physio('account', 'send-code', '138 1234 5678');
    expect([code, lastSent().data]).toEqual([0, '13812345678']);
    expect(stderr).toContain('physio account bind PHONE CODE');
    const again = await physio('account', 'send-code', '13812345678');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('less than a minute ago')]);
    expect(terminal.http.requests(sendCode)).toHaveLength(1);
  });

  test.each([
    [2, 'no phone number'],
    [1000011, 'another account'],
    [99, '稍后再试'],
  ])('says why no code was sent: code %s', async (serverCode, words) => {
    terminal.http.reply(sendCode, refused(serverCode, '稍后再试'));
    const { code, stderr } = await physio('account', 'send-code', '13812345678');
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  test('binds the number by its code', async () => {
    const { code, json } = await physio('account', 'bind', '13812345678', '1234', '--json');
    expect([code, json()]).toEqual([0, { mobile: '138****5678', outcome: 'bound' }]);
    expect(lastSent().data).toEqual({ newMobile: '13812345678', newCode: '1234' });
  });

  test.each([
    [517, 'The code is wrong'],
    [500, '系统忙'],
  ])('says why the number was not bound: code %s', async (serverCode, words) => {
    terminal.http.reply(updatePhone, refused(serverCode, '系统忙'));
    const { code, stderr } = await physio('account', 'bind', '13812345678', '1234');
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
  });

  test('sends nothing for what is no phone number', async () => {
    expect((await physio('account', 'send-code', 'PL10001')).code).toBe(2);
    expect(terminal.http.sent).toEqual([]);
  });
});
