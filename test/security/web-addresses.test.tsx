// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelUrl } from '../../src/adapters/gizwits/frames.ts';
import { isLoopback, safeAddress } from '../../src/adapters/http/http-address.ts';
import { requirePayLink } from '../../src/cli/main.ts';
import { getUser } from '../../src/core/account/api.ts';
import { deviceNumberOf } from '../../src/core/basics/device-code.ts';
import { isWebAddress } from '../../src/core/basics/web-address.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { AppHarness, presses } from '../ui/app-harness.tsx';

const CONTROL = String.fromCodePoint(0, 9, 10, 13, 27);

/** Texts that resemble web addresses and must be refused. */
const tricks = [
  '',
  ' ',
  'help',
  'app.example',
  '/help',
  './help',
  '//app.example/help',
  '///app.example',
  '\\\\app.example',
  '/\\app.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://app.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://app.example/1',
  'file:///etc/passwd',
  'about:blank',
  'intent://scan/#Intent;end',
  'weixin://dl/',
  'ftp://app.example/',
  'view-source:https://app.example/',
  'http://app.example/',
  'http://127.0.0.1.evil.example/',
  'https:app.example',
  'https:/app.example',
  'https:///app.example',
  'https:\\\\app.example',
  'https://\\app.example',
  'https://app.example\\@evil.example/',
  'https://app.example@evil.example/',
  'https://user:password@app.example/',
  'https://@app.example/',
  'https://app.example:443@evil.example/',
  'https://:@app.example/',
  'https://app.example:99999999/',
  'https://app.example:x/',
  'https://app.example:80:80/',
  'https://',
  'https://.',
  'https://..',
  'https://-',
  'https://#',
  'https://?',
  'https:// app.example/',
  'https://app.example/a b',
  'https://app.example/\u0000',
  'https://app.example/\r\nHost: evil.example',
  'https://app.example/\u202e',
  'https://shоp.example/',
  'https://shop。example/',
  'https://app.example/\ufeff',
  'https://[::1',
  'https://%73hop.example/',
  `https://app.example/${CONTROL}`,
];

const good = [
  'https://app.example',
  'https://app.example/',
  'https://app.example:8443/help?x=1&y=%20#top',
  'HTTPS://AppHarness.Example/',
  'https://a.b.c.example/~x',
  'https://127.0.0.1/help',
  'https://app.example/@name?a=b@c',
];

describe('isWebAddress', () => {
  test('The list of tricks has more than fifty entries', () => expect(new Set(tricks).size).toBeGreaterThan(50));

  test.each(tricks)('isWebAddress refuses %j', (trick) => expect(isWebAddress(trick)).toBe(false));

  test.each(good)('isWebAddress accepts %s', (address) => {
    expect(isWebAddress(address)).toBe(true);
    expect(new URL(address).protocol).toBe('https:');
  });

  test('A browser opens every accepted address over https at the host that the text shows', () => {
    const address = fc.oneof(
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      fc.string(),
      fc.tuple(fc.constantFrom(...tricks, ...good), fc.string({ unit: 'binary' })).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(address, (text) => {
        if (!isWebAddress(text)) return;
        const { protocol, username, password, hostname } = new URL(text);
        expect([protocol, username, password]).toEqual(['https:', '', '']);
        expect(
          text
            .toLowerCase()
            .slice('https://'.length)
            .split(/[/?#:]/)[0],
        ).toBe(hostname);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('untrusted addresses', () => {
  test.each(tricks)('safeAddress accepts %j only if it is https or this machine', (trick) => {
    const address = (() => {
      try {
        return safeAddress(trick);
      } catch {
        return undefined;
      }
    })();
    if (!address) return;
    expect([address.username, address.password]).toEqual(['', '']);
    expect(address.protocol === 'https:' || isLoopback(address.hostname)).toBe(true);
  });

  test.each(tricks)(
    'A payment link that begins with %j is accepted only if it is https or this machine',
    async (trick) => {
      const link = `${trick}{number}`;
      const taken = await requirePayLink(link).then(
        () => true,
        () => false,
      );
      if (!taken) return;
      const { protocol, hostname, username, password } = new URL(link.replace('{number}', 'L1'));
      expect([username, password]).toEqual(['', '']);
      expect(protocol === 'https:' || isLoopback(hostname)).toBe(true);
    },
  );

  test.each([
    'javascript:{number}',
    'http://pay.example/{number}',
    'https://a:b@pay.example/{number}',
    '//pay.example/{number}',
    'data:text/html,{number}',
  ])('The payment link %s is refused', async (link) => {
    await expect(requirePayLink(link)).rejects.toMatchObject({ code: 'configuration' });
  });

  test.each(tricks)('A code with the text %j never yields an address as the device number', (trick) => {
    const named = deviceNumberOf(trick);
    expect(named === undefined || named === trick).toBe(true);
    expect(named === undefined || /^[\w-]{4,64}$/.test(named)).toBe(true);
  });

  test.each([
    'a@b',
    'evil.example/x?',
    'evil.example#',
    'evil.example:1@h',
    'x/../y',
    ' ',
    '',
    'a\\b',
    'a b',
    'a\u0000b',
    '[::1',
  ])('No channel is opened at the host %j', (host) => {
    expect(
      channelUrl({ did: 'd', host, wsPort: 80, wssPort: 443, appId: 'a', uid: 'u', token: 't' }, true),
    ).toBeUndefined();
  });

  test.each(tricks)('The support dialog shows no link to %j', async (trick) => {
    new AppHarness({ support: { url: trick } }).open('/my/about');
    await presses(new RegExp(copy.orders.support));
    await screen.findByRole('alertdialog');
    expect(Array.from(document.querySelectorAll('[role=alertdialog] a'))).toEqual([]);
    expect(document.body.textContent).toContain(copy.support.inTheShop);
  });

  test.each(tricks)('The account page loads no avatar from %j', async (trick) => {
    const app = new AppHarness().reply(getUser, { nickname: '李奶奶', mobile: '13800001234', avatar: trick });
    app.open('/my?tab=my');
    await screen.findByText('李奶奶');
    await waitFor(() => expect(app.calls(getUser)).toBeGreaterThan(0));
    expect(document.querySelector('main img')).toBeNull();
  });
});
