import type { Unsubscribe } from '../../ports/clock.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';
import { sharedDeviceLink } from '../app-links.ts';
import type { Configuration } from '../api/configuration.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import { Problem } from '../problem.ts';

/** `in-menu`: the app around the page sends the link until `off`. `by-hand`: there is no such menu, or it refused; the link is passed on otherwise. */
export type LinkOffer = { kind: 'in-menu'; link: SharedLink; off: Unsubscribe } | { kind: 'by-hand'; link: SharedLink };

/** Lets who rents the current device send somebody a link to it. */
export class ShareByLink {
  constructor(
    private readonly menu: ShareMenu,
    private readonly configuration: Configuration,
    private readonly current: CurrentDevice,
  ) {}

  /** `here` is the address one stands at. Rejects with `invalid-input` where there is no device, or it is itself shared with this user. */
  async offer(words: { title: string; description: string }, here: string): Promise<LinkOffer> {
    const device = this.current.selected;
    if (!device || device.isShare)
      throw new Problem('invalid-input', { message: 'only who rents a device can share it' });
    const link = { ...words, address: sharedDeviceLink(here, this.configuration.values.basePath, device.sno) };
    if (!this.menu.isThere()) return { kind: 'by-hand', link };
    try {
      return { kind: 'in-menu', link, off: await this.menu.offer(link) };
    } catch (thrown) {
      if (Problem.of(thrown).code !== 'bridge') throw thrown;
      return { kind: 'by-hand', link };
    }
  }
}
