import { ignoreFailure, Problem } from '../../../core/problem.ts';
import type { Unsubscribe } from '../../../ports/clock.ts';
import type { SharedLink, ShareMenu } from '../../../ports/share-menu.ts';
import { isInsideWeChat } from './wechat-bridge.ts';
import type { Weixin, WeChatSdk } from './wechat-sdk.ts';

/** The menu items that reveal the page's address. */
const ADDRESS_ITEMS = ['menuItem:copyUrl', 'menuItem:share:email'] as const;
/** The menu items that publish the link. */
const PUBLIC_ITEMS = [
  'menuItem:share:timeline',
  'menuItem:share:QZone',
  'menuItem:share:weiboApp',
  'menuItem:share:facebook',
] as const;

interface Offer {
  hasEnded: boolean;
}

/**
 * WeChat's menu at the top right, controlled through the official SDK. The menu keeps the last link it received. Without one it
 * sends the entry address, which contains credentials. A withdrawn link is therefore replaced by the link of the front page.
 */
export class WeChatShareMenu implements ShareMenu {
  /** The newest offer that has not ended. The answer or the end of an older one does not touch the menu. */
  private newest: Offer | undefined;

  constructor(
    private readonly weixin: Pick<WeChatSdk, 'ready' | 'limitMs'>,
    private readonly frontPage: () => SharedLink,
  ) {}

  isThere(): boolean {
    return isInsideWeChat();
  }

  async offer(link: SharedLink): Promise<Unsubscribe> {
    const offer: Offer = { hasEnded: false };
    const before = this.newest;
    this.newest = offer;
    try {
      const sdk = await this.weixin.ready();
      if (this.newest === offer) await setLink(sdk, link, this.weixin.limitMs);
      if (this.newest === offer) sdk.hideMenuItems({ menuList: [...PUBLIC_ITEMS] });
      return () => this.end(offer, sdk);
    } catch (thrown) {
      await this.goBackTo(before, offer);
      throw thrown;
    }
  }

  private end(offer: Offer, sdk: Weixin): void {
    offer.hasEnded = true;
    if (this.newest !== offer) return;
    this.newest = undefined;
    this.shareEntryPage(sdk);
  }

  /** The menu keeps the link from before a refused one, which may have ended meanwhile. Never rejects. */
  private async goBackTo(before: Offer | undefined, refused: Offer): Promise<void> {
    refused.hasEnded = true;
    if (this.newest !== refused) return;
    this.newest = before?.hasEnded ? undefined : before;
    const sdk = before?.hasEnded ? await this.weixin.ready().catch(ignoreFailure) : undefined;
    if (sdk && !this.newest) this.shareEntryPage(sdk);
  }

  /**
   * On iOS, where the menu sends the entry address, replaces it by the link of the front page. Other phones send the current
   * address, which contains no credentials. Never rejects.
   */
  async keepEntryPrivate(): Promise<void> {
    if (!this.isThere() || !/iphone|ipad/i.test(navigator.userAgent)) return;
    const sdk = await this.weixin.ready().catch(ignoreFailure);
    if (!sdk) return;
    sdk.hideMenuItems({ menuList: [...ADDRESS_ITEMS] });
    if (!this.newest) this.shareEntryPage(sdk);
  }

  private shareEntryPage(sdk: Weixin): void {
    const { title, address, picture = '' } = this.frontPage();
    void setLink(sdk, this.frontPage(), this.weixin.limitMs).catch(ignoreFailure);
    sdk.updateTimelineShareData({
      title,
      link: address,
      imgUrl: picture,
      success: () => {
        if (!this.newest) sdk.showMenuItems({ menuList: [...PUBLIC_ITEMS] });
      },
    });
  }
}

function setLink(
  sdk: Weixin,
  { title, description, address, picture = '' }: SharedLink,
  limitMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (message: string) => reject(new Problem('bridge', { message }));
    const timer = setTimeout(() => refuse('the share menu did not answer'), limitMs);
    sdk.updateAppMessageShareData({
      title,
      desc: description,
      link: address,
      imgUrl: picture,
      success: resolve,
      fail: (result: { errMsg?: string }) => refuse(result.errMsg ?? 'the share menu refused the link'),
      cancel: () => refuse('the share menu refused the link'),
      complete: () => clearTimeout(timer),
    });
  });
}
