import { ignoreFailure, Problem } from '../../core/problem.ts';
import type { Unsubscribe } from '../../ports/clock.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';
import { isInsideWeChat } from './wechat-bridge.ts';
import type { Weixin, WeChatSdk } from './wechat-sdk.ts';

/** The entries that give away the address itself. */
const BY_ADDRESS = ['menuItem:copyUrl', 'menuItem:share:email'] as const;
/** The entries that would show the link to everybody. */
const TO_EVERYBODY = [
  'menuItem:share:timeline',
  'menuItem:share:QZone',
  'menuItem:share:weiboApp',
  'menuItem:share:facebook',
] as const;

/**
 * WeChat's own menu at the top right, through its official script.
 * It keeps what it was given last, and without anything would send the address the page was entered by, credentials and all:
 * an offer that is switched off is therefore replaced by the page's front door.
 */
export class WeChatShareMenu implements ShareMenu {
  private offered?: SharedLink;

  constructor(
    private readonly weixin: Pick<WeChatSdk, 'ready' | 'limitMs'>,
    private readonly frontDoor: () => SharedLink,
  ) {}

  isThere(): boolean {
    return isInsideWeChat();
  }

  async offer(link: SharedLink): Promise<Unsubscribe> {
    const sdk = await this.weixin.ready();
    await put(sdk, link, this.weixin.limitMs);
    this.offered = link;
    sdk.hideMenuItems({ menuList: [...TO_EVERYBODY] });
    return () => {
      if (this.offered !== link) return;
      this.offered = undefined;
      this.shareEntryPage(sdk);
    };
  }

  /**
   * Where the menu goes by the address the page was entered by, it leads to the front door from now on.
   * Elsewhere the address is the current one, which bears no credentials, and WeChat need not be asked. Never rejects.
   */
  async keepEntryPrivate(): Promise<void> {
    if (!this.isThere() || !/iphone|ipad/i.test(navigator.userAgent)) return;
    const sdk = await this.weixin.ready().catch(ignoreFailure);
    if (!sdk) return;
    sdk.hideMenuItems({ menuList: [...BY_ADDRESS] });
    if (!this.offered) this.shareEntryPage(sdk);
  }

  private shareEntryPage(sdk: Weixin): void {
    const { title, address, picture = '' } = this.frontDoor();
    void put(sdk, this.frontDoor(), this.weixin.limitMs).catch(ignoreFailure);
    sdk.updateTimelineShareData({
      title,
      link: address,
      imgUrl: picture,
      success: () => sdk.showMenuItems({ menuList: [...TO_EVERYBODY] }),
    });
  }
}

function put(sdk: Weixin, { title, description, address, picture = '' }: SharedLink, limitMs: number): Promise<void> {
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
