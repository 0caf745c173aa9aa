// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channelUrl } from '../../src/adapters/gizwits-frames.ts';
import { isLoopback, safeAddress } from '../../src/adapters/http-address.ts';
import { requirePayLink } from '../../src/cli/main.ts';
import { deviceNumberOf } from '../../src/core/device-code.ts';
import { isWebAddress } from '../../src/core/web-address.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { ok, presses, Shop } from '../ui/shop.tsx';

const CONTROL = String.fromCodePoint(0, 9, 10, 13, 27);

/** What looks like an address to somebody, and must be none to us. */
const tricks = [
  '', ' ', 'help', 'shop.example', '/help', './help', '//shop.example/help', '///shop.example', '\\\\shop.example', '/\\shop.example',
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)', 'javascript://shop.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>', 'vbscript:msgbox(1)', 'blob:https://shop.example/1', 'file:///etc/passwd', 'about:blank', 'intent://scan/#Intent;end', 'weixin://dl/', 'ftp://shop.example/', 'view-source:https://shop.example/',
  'http://shop.example/', 'http://127.0.0.1.evil.example/', 'https:shop.example', 'https:/shop.example', 'https:///shop.example', 'https:\\\\shop.example', 'https://\\shop.example', 'https://shop.example\\@evil.example/',
  'https://shop.example@evil.example/', 'https://user:password@shop.example/', 'https://@shop.example/', 'https://shop.example:443@evil.example/', 'https://:@shop.example/',
  'https://shop.example:99999999/', 'https://shop.example:x/', 'https://shop.example:80:80/', 'https://', 'https://.', 'https://..', 'https://-', 'https://#', 'https://?', 'https:// shop.example/', 'https://shop.example/a b',
  'https://shop.example/\u0000', 'https://shop.example/\r\nHost: evil.example', 'https://shop.example/\u202e', 'https://shоp.example/', 'https://shop。example/', 'https://shop.example/\ufeff', 'https://[::1', 'https://%73hop.example/',
  `https://shop.example/${CONTROL}`,
];

const good = ['https://shop.example', 'https://shop.example/', 'https://shop.example:8443/help?x=1&y=%20#top', 'HTTPS://Shop.Example/', 'https://a.b.c.example/~x', 'https://127.0.0.1/help', 'https://shop.example/@name?a=b@c'];

describe('an address that somebody else gave', () => {
  test('there are more than thirty tricks', () => expect(new Set(tricks).size).toBeGreaterThan(50));

  test.each(tricks)('%j is not followed', (trick) => expect(isWebAddress(trick)).toBe(false));

  test.each(good)('%s is', (address) => {
    expect(isWebAddress(address)).toBe(true);
    expect(new URL(address).protocol).toBe('https:');
  });

  test('and whatever is followed leads, for a browser too, by https to the host that is read in it', () => {
    const address = fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), fc.tuple(fc.constantFrom(...tricks, ...good), fc.string({ unit: 'binary' })).map((parts) => parts.join('')));
    fc.assert(
      fc.property(address, (text) => {
        if (!isWebAddress(text)) return;
        const { protocol, username, password, hostname } = new URL(text);
        expect([protocol, username, password]).toEqual(['https:', '', '']);
        expect(text.toLowerCase().slice('https://'.length).split(/[/?#:]/)[0]).toBe(hostname);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('each place where an address comes in', () => {
  test.each(tricks)('the server is not called at %j, unless it is plain https, or this machine', (trick) => {
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

  test.each(tricks)('a customer is not sent to pay by %j, unless it is plain https, or this machine', async (trick) => {
    const link = `${trick}{number}`;
    const taken = await requirePayLink(link).then(() => true, () => false);
    if (!taken) return;
    const { protocol, hostname, username, password } = new URL(link.replace('{number}', 'L1'));
    expect([username, password]).toEqual(['', '']);
    expect(protocol === 'https:' || isLoopback(hostname)).toBe(true);
  });

  test.each(['javascript:{number}', 'http://pay.example/{number}', 'https://a:b@pay.example/{number}', '//pay.example/{number}', 'data:text/html,{number}'])('a customer is never sent to pay by %s', async (link) => {
    await expect(requirePayLink(link)).rejects.toMatchObject({ code: 'configuration' });
  });

  test.each(tricks)('%j on a code names no device', (trick) => {
    const named = deviceNumberOf(trick);
    expect(named === undefined || named === trick).toBe(true);
    expect(named === undefined || /^[\w-]{4,64}$/.test(named)).toBe(true);
  });

  test.each(['a@b', 'evil.example/x?', 'evil.example#', 'evil.example:1@h', 'x/../y', ' ', '', 'a\\b', 'a b', 'a\u0000b', '[::1'])('no channel is opened at the host %j', (host) => {
    expect(channelUrl({ did: 'd', host, wsPort: 80, wssPort: 443, appId: 'a', uid: 'u', token: 't' }, true)).toBeUndefined();
  });

  test.each(tricks)('%j is offered as no way to the support', async (trick) => {
    new Shop({ support: { url: trick } }).open('/my/about');
    await presses(new RegExp(copy.orders.support));
    await screen.findByRole('alertdialog');
    expect(Array.from(document.querySelectorAll('[role=alertdialog] a'))).toEqual([]);
    expect(document.body.textContent).toContain(copy.support.inTheShop);
  });

  test.each(tricks)('%j is no picture of anybody', async (trick) => {
    const shop = new Shop().server('/user/get', ok({ nickname: '李奶奶', mobile: '13800001234', avatar: trick }));
    shop.open('/my?tab=my');
    await screen.findByText('李奶奶');
    await waitFor(() => expect(shop.calls('/user/get')).toBeGreaterThan(0));
    expect(document.querySelector('main img')).toBeNull();
  });
});
