import { describe, expect, test } from 'vitest';
import type { SharedLink, ShareMenu } from '../../src/ports/share-menu.ts';

export const deviceLink: SharedLink = {
  title: '家用理疗仪',
  description: '点开即可使用',
  address: 'https://shop.example/modeMenu?isShare=true&sno=SN-1',
};
const otherLink: SharedLink = {
  ...deviceLink,
  address: 'https://shop.example/modeMenu?isShare=true&sno=SN-2',
  picture: 'https://shop.example/device.png',
};

export interface ShareMenuWorld {
  menu: ShareMenu;
  /** The link that the menu would send to a friend now; undefined if the page has set none. */
  sends(): SharedLink | undefined;
  refuses(): void;
}

/** For platforms with a menu. */
export function describeShareMenu(name: string, make: () => ShareMenuWorld): void {
  describe(name, () => {
    test('A share menu sends the offered link until the caller withdraws it, twice if need be', async () => {
      const { menu, sends } = make();
      expect(menu.isThere()).toBe(true);
      const off = await menu.offer(deviceLink);
      expect(sends()).toEqual(deviceLink);
      off();
      off();
      expect(sends()).toBeUndefined();
    });

    test('A share menu sends the link that was offered last, and withdrawing an earlier one does not remove it', async () => {
      const { menu, sends } = make();
      const off = await menu.offer(deviceLink);
      await menu.offer(otherLink);
      off();
      expect(sends()).toEqual(otherLink);
    });

    test('A share menu rejects with bridge if WeChat does not accept the link', async () => {
      const { menu, sends, refuses } = make();
      refuses();
      await expect(menu.offer(deviceLink)).rejects.toMatchObject({ code: 'bridge' });
      expect(sends()).toBeUndefined();
    });
  });
}

/** For platforms without a menu. */
export function describeNoShareMenu(name: string, make: () => ShareMenu): void {
  test(`${name} says that there is no menu, and accepts no link`, async () => {
    const menu = make();
    expect(menu.isThere()).toBe(false);
    await expect(menu.offer(deviceLink)).rejects.toMatchObject({ code: 'bridge' });
  });
}
