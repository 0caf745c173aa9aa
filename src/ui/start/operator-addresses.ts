import type { ConfigurationValues } from '../../core/api/configuration/configuration.ts';
import { isWebAddress } from './web-address.ts';

/**
 * Resolves the links and pictures of the operator against the page. Leaves out an address that is neither https nor a
 * path on the site of the page, and names it in the console.
 */
export function withOperatorAddresses(values: ConfigurationValues, page: string): ConfigurationValues {
  const ignored: string[] = [];
  const resolve = (field: string, address: string | undefined) => {
    if (address === undefined || isWebAddress(address)) return address;
    if (IS_PATH.test(address)) return new URL(address, page).href;
    ignored.push(field);
    return undefined;
  };
  const { brand } = values;
  const resolved = {
    ...values,
    brand: {
      ...brand,
      logo: resolve('brand.logo', brand.logo),
      shareImage: resolve('brand.shareImage', brand.shareImage),
    },
    links: Object.fromEntries(
      Object.entries(values.links).map(([name, address]) => [name, resolve(`links.${name}`, address)]),
    ),
  };
  if (ignored.length > 0)
    // oxlint-disable-next-line no-console -- the person who deploys the page reads this, not the user
    console.warn(`app-config.json: ignored ${ignored.join(', ')}: expected an https address or a path on this site`);
  return resolved;
}

const IS_PATH = /^\.?\/(?!\/)[!-[\]-~]*$/;
