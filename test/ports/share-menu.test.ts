// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WeChatScanner } from '../../src/adapters/browser/wechat/wechat-scanner.ts';
import { WeChatSdk } from '../../src/adapters/browser/wechat/wechat-sdk.ts';
import { WeChatShareMenu } from '../../src/adapters/browser/wechat/wechat-share-menu.ts';
import { FakeShareMenu } from '../../src/adapters/fake/fake-share-menu.ts';
import { NoShareMenu } from '../../src/adapters/node/no-share-menu.ts';
import type { SharedLink } from '../../src/ports/share-menu.ts';
import { describeNoShareMenu, describeShareMenu, deviceLink } from './share-menu.conformance.ts';

type Fields = Record<string, unknown>;
type Answer = (result: Fields) => void;

const page = globalThis as { WeixinJSBridge?: unknown };
const frontPage: SharedLink = { title: '康养馆', description: '租用理疗设备', address: 'https://shop.example/' };
const signature = () => ({ appId: 'wx1', timestamp: '1700000000', nonceStr: 'nonce', signature: 'signed' });
let invoked: { name: string; fields: Fields }[];
/** The SDK's result of a call, `ok` by default; undefined for no callback. */
let answers: Record<string, string | undefined>;

beforeEach(() => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh) MicroMessenger/8.0.40');
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  invoked = [];
  answers = {};
  page.WeixinJSBridge = {
    on: () => {},
    invoke: (name: string, fields: Fields, answer: Answer) => {
      const result = name in answers ? answers[name] : 'ok';
      invoked.push({ name, fields });
      if (result !== undefined) setTimeout(() => answer({ err_msg: `${name}:${result}` }));
    },
  };
});
afterEach(() => {
  delete page.WeixinJSBridge;
  vi.restoreAllMocks();
});

const named = (name: string) => invoked.filter((each) => each.name === name).map(({ fields }) => fields);
const linkOf = ({ title, desc, link, imgUrl }: Fields) => ({
  title,
  description: desc,
  address: link,
  ...(imgUrl ? { picture: imgUrl } : {}),
});
const inWeixin = (limitMs = 200) => new WeChatShareMenu(new WeChatSdk(signature, limitMs), () => frontPage);

describeShareMenu('FakeShareMenu', () => {
  const menu = new FakeShareMenu().opens();
  return { menu, sends: () => menu.offered, refuses: () => void menu.opens({ refuses: true }) };
});

describeShareMenu('WeChatShareMenu', () => ({
  menu: inWeixin(),
  sends: () => {
    const last = named('updateAppMessageShareData').at(-1);
    const link = last && linkOf(last);
    return answers['updateAppMessageShareData'] || link?.address === frontPage.address
      ? undefined
      : (link as SharedLink | undefined);
  },
  refuses: () => (answers['updateAppMessageShareData'] = 'fail_link not allowed'),
}));

describeNoShareMenu('FakeShareMenu', () => new FakeShareMenu());
describeNoShareMenu('NoShareMenu', () => new NoShareMenu());
describeNoShareMenu('WeChatShareMenu in another browser', () => {
  delete page.WeixinJSBridge;
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Chrome/120');
  return inWeixin(20);
});

describe('WeChatShareMenu', () => {
  test('WeChatShareMenu sends the link to a friend only, and hides the items that would publish it meanwhile', async () => {
    const off = await inWeixin().offer(deviceLink);
    expect(named('hideMenuItems')).toMatchObject([
      { menuList: expect.arrayContaining(['menuItem:share:timeline', 'menuItem:share:QZone']) },
    ]);
    expect(named('showMenuItems')).toEqual([]);
    off();
    await vi.waitFor(() =>
      expect(named('showMenuItems')).toMatchObject([{ menuList: named('hideMenuItems')[0]?.['menuList'] }]),
    );
  });

  test('WeChatShareMenu sends the front page once the link is withdrawn, never the address the page was entered by', async () => {
    (await inWeixin().offer(deviceLink))();
    expect(named('updateAppMessageShareData').map(linkOf)).toEqual([deviceLink, frontPage]);
    expect(named('updateTimelineShareData')).toMatchObject([{ title: frontPage.title, link: frontPage.address }]);
    await vi.waitFor(() => expect(named('showMenuItems')).toHaveLength(1));
  });

  test('WeChatShareMenu keeps the publishing items hidden if WeChat does not accept the front page', async () => {
    answers['updateTimelineShareData'] = 'fail_permission denied';
    const menu = inWeixin();
    (await menu.offer(deviceLink))();
    await menu.offer(deviceLink);
    expect(named('updateTimelineShareData')).toHaveLength(1);
    expect(named('showMenuItems')).toEqual([]);
  });

  describe('WeChatShareMenu while the answers of two offers cross', () => {
    const another: SharedLink = { ...deviceLink, address: 'https://shop.example/?sno=PL2002' };
    const lastSent = () => named('updateAppMessageShareData').map(linkOf).at(-1);
    let held: ((result: string) => void)[];

    beforeEach(() => {
      held = [];
      page.WeixinJSBridge = {
        on: () => {},
        invoke: (name: string, fields: Fields, answer: Answer) => {
          invoked.push({ name, fields });
          const reply = (result: string) => answer({ err_msg: `${name}:${result}` });
          const isDeviceLink = name === 'updateAppMessageShareData' && fields['link'] !== frontPage.address;
          if (isDeviceLink) held.push(reply);
          else setTimeout(() => reply('ok'));
        },
      };
    });
    const asked = (count: number) => vi.waitFor(() => expect(held).toHaveLength(count));
    /** The first offer stands, and the second one has no answer yet. */
    const offersTwice = async () => {
      const menu = inWeixin();
      const older = menu.offer(deviceLink);
      await asked(1);
      held[0]?.('ok');
      const endOlder = await older;
      const newer = menu.offer(another);
      await asked(2);
      return { menu, endOlder, newer };
    };

    test('The end of an older offer that answers last leaves the newer link in the menu', async () => {
      const menu = inWeixin();
      const older = menu.offer(deviceLink);
      await asked(1);
      const newer = menu.offer(another);
      await asked(2);
      held[1]?.('ok');
      const end = await newer;
      held[0]?.('ok');
      (await older)();
      expect(lastSent()).toEqual(another);
      end();
      expect(lastSent()).toEqual(frontPage);
    });

    test('The end of an older offer leaves a newer link in the menu that has not been answered yet', async () => {
      const { menu, endOlder, newer } = await offersTwice();
      endOlder();
      await menu.keepEntryPrivate();
      held[1]?.('ok');
      const end = await newer;
      expect(lastSent()).toEqual(another);
      end();
      expect(lastSent()).toEqual(frontPage);
    });

    test.each(['after', 'before'])(
      'A newer offer that is refused %s the older one has ended leaves the front page in the menu',
      async (order) => {
        const { endOlder, newer } = await offersTwice();
        if (order === 'after') endOlder();
        held[1]?.('fail_link not allowed');
        await expect(newer).rejects.toMatchObject({ code: 'bridge' });
        if (order === 'before') endOlder();
        expect(lastSent()).toEqual(frontPage);
      },
    );
  });

  test('WeChatShareMenu rejects after the timeout if the menu never answers', async () => {
    answers['updateAppMessageShareData'] = undefined;
    await expect(inWeixin(30).offer(deviceLink)).rejects.toMatchObject({ code: 'bridge' });
  });

  describe('WeChatShareMenu on an iPhone, whose menu sends the address the page was entered by', () => {
    beforeEach(() => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) MicroMessenger/8.0.40',
      );
    });

    test('WeChatShareMenu on an iPhone sends the front page from the start, and hides the item that copies the address', async () => {
      await inWeixin().keepEntryPrivate();
      expect(named('updateAppMessageShareData').map(linkOf)).toEqual([frontPage]);
      expect(named('updateTimelineShareData')).toMatchObject([{ link: frontPage.address }]);
      expect(named('hideMenuItems')).toMatchObject([{ menuList: expect.arrayContaining(['menuItem:copyUrl']) }]);
    });

    test('WeChatShareMenu on an iPhone does not call the SDK or reject without a signed config', async () => {
      await new WeChatShareMenu(new WeChatSdk(() => undefined), () => frontPage).keepEntryPrivate();
      expect(invoked).toEqual([]);
    });
  });

  test('WeChatShareMenu does not call the SDK outside WeChat, nor on other phones, whose menu sends the current address', async () => {
    await inWeixin().keepEntryPrivate();
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) Safari/604');
    delete page.WeixinJSBridge;
    await inWeixin().keepEntryPrivate();
    expect(invoked).toEqual([]);
  });

  test('WeChatShareMenu and the scanner are admitted to the page together, once', async () => {
    const weixin = new WeChatSdk(signature);
    const [menu, scanner] = [new WeChatShareMenu(weixin, () => frontPage), new WeChatScanner(weixin)];
    answers['scanQRCode'] = 'cancel';
    await Promise.all([menu.offer(deviceLink), scanner.scan(), menu.offer(deviceLink)]);
    expect(named('preVerifyJSAPI')).toMatchObject([
      {
        verifyJsApiList: expect.arrayContaining([
          'scanQRCode',
          'updateAppMessageShareData',
          'hideMenuItems',
          'showMenuItems',
        ]),
      },
    ]);
  });
});
