import { expect, test, vi } from 'vitest';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { withOperatorAddresses } from '../../src/ui/start/operator-addresses.ts';

test('The links and pictures of the operator resolve against the page, and the console names those that are not safe', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const { values } = Configuration.from({
    apiBase: '/api',
    brand: { logo: './logo.svg', shareImage: 'http://cdn.test/share.png' },
    links: { terms: '/terms', help: 'https://help.test/', refund: '//evil.test', signIn: 'javascript:alert(1)' },
  });
  const { brand, links } = withOperatorAddresses(values, 'https://shop.test/h5/');
  expect(brand).toMatchObject({ logo: 'https://shop.test/h5/logo.svg', shareImage: undefined });
  expect(links).toEqual({
    terms: 'https://shop.test/terms',
    help: 'https://help.test/',
    refund: undefined,
    signIn: undefined,
  });
  expect(warn.mock.calls).toEqual([
    [
      'app-config.json: ignored brand.shareImage, links.refund, links.signIn: expected an https address or a path on this site',
    ],
  ]);
});
