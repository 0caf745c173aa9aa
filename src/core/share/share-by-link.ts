import type { Unsubscribe } from '../../ports/clock.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';
import { sharedDeviceLink } from '../app-links.ts';
import type { Configuration } from '../api/configuration/configuration.ts';
import type { ReadDeviceUse } from '../checkout/holdings/read-device-use.ts';
import { Problem } from '../problem.ts';

/**
 * `in-menu`: WeChat's share menu sends the link until `off` is called. `by-hand`: the menu is missing or refused; the
 * user passes the link on.
 */
export type LinkOffer = { kind: 'in-menu'; link: SharedLink; off: Unsubscribe } | { kind: 'by-hand'; link: SharedLink };

/** Offers a link to a device, for users who rent it. */
export class ShareByLink {
  constructor(
    private readonly menu: ShareMenu,
    private readonly configuration: Configuration,
    private readonly uses: ReadDeviceUse,
  ) {}

  /**
   * `here` is the address of the current page. Rejects with `invalid-input` if the list shows no own lease of the device,
   * and with the Problem of the list's request.
   */
  async offer(sno: string, preview: Omit<SharedLink, 'address'>, here: string): Promise<LinkOffer> {
    if (!(await this.uses.ownLease(sno)))
      throw new Problem('invalid-input', { message: 'only who rents a device can share it' });
    const link = { ...preview, address: sharedDeviceLink(here, this.configuration.values.basePath, sno) };
    if (!this.menu.isThere()) return { kind: 'by-hand', link };
    try {
      return { kind: 'in-menu', link, off: await this.menu.offer(link) };
    } catch (thrown) {
      if (Problem.of(thrown).code !== 'bridge') throw thrown;
      return { kind: 'by-hand', link };
    }
  }
}
