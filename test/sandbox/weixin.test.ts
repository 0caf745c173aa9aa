// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "disableCSSFileLoading": true, "handleDisabledFileLoadingAsSuccess": true } }
import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import bridgeScript from '../../sandbox/weixin/bridge.js?raw';

type Result = Record<string, unknown>;
type Bridge = {
  invoke(name: string, fields?: object, callback?: (result: Result) => void): void;
  call(name: string): void;
  on(name: string, listener: () => void): void;
};

const page = globalThis as unknown as { WeixinJSBridge?: Bridge };
const sheet = {
  appId: 'wx1',
  timeStamp: '1700000000',
  nonceStr: 'n',
  package: 'prepay_id=wx77',
  signType: 'RSA',
  paySign: 's',
};
const devices = [
  { sno: 'PL10001', name: '生物电理疗仪 A1', shows: '空闲' },
  { sno: 'PL10007', name: '生物电理疗仪 A7', shows: '离线' },
];
let payment: { next: string; settles: boolean; delayMs: number } | null;
let moved: string[];
let refusal: string | undefined;

/** The sandbox's WeChat simulation. */
function serve(
  url: string,
  options?: { body?: string },
): Promise<{ ok: boolean; status: number; json(): Promise<unknown> }> {
  const reply = (body: unknown, ok = true) =>
    Promise.resolve({ ok, status: ok ? 200 : 400, json: () => Promise.resolve(body) });
  if (url === '/__sandbox/weixin/setting') return reply({ payment, devices });
  if (url === '/__sandbox/state')
    return reply({ users: [{ id: 'shared', role: '分享用户', entryLink: '/?accessToken=t-3&openid=o-3' }] });
  if (url === `/__sandbox/weixin/sheet?package=${encodeURIComponent(sheet.package)}`)
    return reply({ number: 'ZL0001', title: '租赁 7 天', yuan: 49 });
  if (url !== '/__sandbox/weixin/pay') return Promise.reject(new Error(`nothing at ${url}`));
  if (refusal) return reply({ error: refusal }, false);
  moved.push((JSON.parse(options?.body ?? '{}') as { package: string }).package);
  return reply({ ok: true });
}

beforeEach(() => {
  payment = null;
  moved = [];
  refusal = undefined;
  vi.stubGlobal('fetch', vi.fn(serve));
  document.body.innerHTML = '<button id="buy">购买</button>';
  delete page.WeixinJSBridge;
  runInThisContext(bridgeScript);
});

afterEach(() => {
  vi.useRealTimers();
  document.head.innerHTML = '';
  document.documentElement.lang = 'zh-CN';
});

function bridge(): Bridge {
  if (!page.WeixinJSBridge) throw new Error('no WeixinJSBridge');
  return page.WeixinJSBridge;
}

const ask = (name: string, fields?: object) => new Promise<Result>((resolve) => bridge().invoke(name, fields, resolve));

/** Waits for the visible element. */
const seen = (selector: string) =>
  vi.waitFor(() => {
    const node = document.querySelector<HTMLElement>(selector);
    if (!node) throw new Error(`nobody sees ${selector}`);
    return node;
  });
const press = async (selector: string) => (await seen(selector)).click();
const sheets = () => document.querySelectorAll('dialog');
const asIphone = () =>
  vi
    .spyOn(navigator, 'userAgent', 'get')
    .mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) MicroMessenger/8.0.40');

describe('a payment by hand', () => {
  test('The payment sheet shows the purchase and the amount, and takes the focus', async () => {
    document.getElementById('buy')?.focus();
    const result = ask('getBrandWCPayRequest', sheet);
    const dialog = await seen('dialog[open][role=dialog]');
    expect(dialog.getAttribute('aria-label')).toBe('微信支付');
    expect(dialog.textContent).toContain('租赁 7 天');
    expect(dialog.textContent).toContain('¥49.00');
    expect(dialog.textContent).toContain('ZL0001');
    expect(document.activeElement).toBe(dialog.querySelector('[data-weixin=pay]'));
    expect(dialog.querySelector('[style]')).toBeNull();
    await press('[data-weixin=cancel]');
    await result;
    expect(sheets()).toHaveLength(0);
    expect(document.activeElement?.id).toBe('buy');
  });

  test('On a page in English, no sheet of the simulated WeChat shows Chinese words of its own', async () => {
    document.documentElement.lang = 'en';
    const wordsOf = async (name: string, fields?: object) => {
      const result = ask(name, fields);
      const dialog = await seen('dialog[open]');
      const words = `${dialog.getAttribute('aria-label')} ${dialog.textContent}`;
      await press('[data-weixin=cancel], [data-weixin=close]');
      await result;
      return words;
    };
    const payment = await wordsOf('getBrandWCPayRequest', sheet);
    expect(payment).toContain('Pay now');
    expect(payment.replace('租赁 7 天', '')).not.toMatch(/\p{Script=Han}/u);
    const scanner = await wordsOf('scanQRCode', { needResult: 1 });
    expect(scanner).toContain('Choose a device');
    const sentByTheServer = devices.flatMap(({ name, shows }) => [name, shows]);
    expect(sentByTheServer.reduce((words, each) => words.replace(each, ''), scanner)).not.toMatch(/\p{Script=Han}/u);
    expect(await wordsOf('closeWindow')).toContain('Back to the page');
  });

  test('Paying in the sheet moves the money first, and then answers ok', async () => {
    const result = ask('getBrandWCPayRequest', sheet);
    await press('[data-weixin=pay]');
    expect(await result).toEqual({ err_msg: 'get_brand_wcpay_request:ok' });
    expect(moved).toEqual([sheet.package]);
  });

  test('Cancelling in the sheet moves no money', async () => {
    const result = ask('getBrandWCPayRequest', sheet);
    await press('[data-weixin=cancel]');
    expect(await result).toEqual({ err_msg: 'get_brand_wcpay_request:cancel' });
    expect(moved).toEqual([]);
  });

  test('A second payment is refused while the first is open, and accepted after it', async () => {
    const first = ask('getBrandWCPayRequest', sheet);
    await seen('dialog[open]');
    expect(await ask('getBrandWCPayRequest', sheet)).toMatchObject({ err_msg: 'get_brand_wcpay_request:fail' });
    await press('[data-weixin=cancel]');
    await first;
    const again = ask('getBrandWCPayRequest', sheet);
    await press('[data-weixin=pay]');
    expect(await again).toEqual({ err_msg: 'get_brand_wcpay_request:ok' });
  });
});

describe('a payment by setting', () => {
  test.each([
    ['ok', true],
    ['ok', false],
    ['cancel', true],
    ['cancel', false],
    ['fail', true],
    ['fail', false],
  ])('A payment answers %s without a sheet, money moved: %s', async (next, settles) => {
    payment = { next, settles, delayMs: 0 };
    expect(await ask('getBrandWCPayRequest', sheet)).toMatchObject({ err_msg: `get_brand_wcpay_request:${next}` });
    expect(moved).toEqual(settles ? [sheet.package] : []);
    expect(sheets()).toHaveLength(0);
  });

  test('A payment that is set to answer nothing stays unanswered, though the money moves', async () => {
    payment = { next: 'none', settles: true, delayMs: 0 };
    const callback = vi.fn();
    bridge().invoke('getBrandWCPayRequest', sheet, callback);
    await vi.waitFor(() => expect(moved).toEqual([sheet.package]));
    payment = { next: 'ok', settles: false, delayMs: 0 };
    await vi.waitFor(async () =>
      expect(await ask('getBrandWCPayRequest', sheet)).toEqual({ err_msg: 'get_brand_wcpay_request:ok' }),
    );
    expect(callback).not.toHaveBeenCalled();
  });

  test.each(Object.keys(sheet))('A sheet without %s is refused before anything is shown', async (field) => {
    payment = { next: 'ok', settles: true, delayMs: 0 };
    expect(await ask('getBrandWCPayRequest', { ...sheet, [field]: undefined })).toEqual({
      err_msg: 'get_brand_wcpay_request:fail',
      err_desc: expect.stringContaining(field),
    });
    expect(moved).toEqual([]);
  });
});

describe('a scan', () => {
  const scan = (needResult = 1) => ask('scanQRCode', { needResult, scanType: ['qrCode', 'barCode'] });

  test('The scanner wraps its answer on an iPhone', async () => {
    asIphone();
    const result = scan();
    await press('[data-weixin-sno=PL10001]');
    expect(await result).toEqual({
      err_msg: 'scanQRCode:ok',
      resultStr: '{"scan_code":{"scan_result":"https://example.org/d?sno=PL10001"}}',
    });
  });
});

describe('the menu at the top right', () => {
  const card = {
    title: '家用理疗仪',
    desc: '点开即可使用',
    link: `${location.origin}/modeMenu?isShare=true&sno=PL10003`,
  };

  test('The menu sends the friend what the page gave it, and any demo user can open it with their own credentials', async () => {
    expect(await ask('updateAppMessageShareData', card)).toEqual({ err_msg: 'updateAppMessageShareData:ok' });
    await press('[data-weixin=menu]');
    await press('[data-weixin=send]');
    expect((await seen('[data-weixin=link]')).textContent).toBe(card.link);
    expect((await seen('dialog[open]')).textContent).toContain(card.title);
    expect((await seen('[data-weixin-friend=shared]')).getAttribute('href')).toBe(
      `${card.link}&accessToken=t-3&openid=o-3`,
    );
    await press('[data-weixin=close]');
    expect(sheets()).toHaveLength(0);
  });
});

describe('the rest of the simulated SDK', () => {
  const signed = {
    verifyAppId: 'wx1',
    verifyTimestamp: '1700000000',
    verifyNonceStr: 'n',
    verifySignature: 's',
    verifyJsApiList: ['scanQRCode'],
  };

  test.each([
    { verifySignature: undefined },
    { verifyTimestamp: 'undefined' },
    { verifyTimestamp: 'NaN' },
    { verifyAppId: '' },
  ])('The SDK refuses a config with %o', async (wrong) => {
    expect(await ask('preVerifyJSAPI', { ...signed, ...wrong })).toEqual({
      err_msg: 'preVerifyJSAPI:fail_invalid signature',
    });
  });

  test('The official script pays, scans and is configured through the simulated bridge', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh) MicroMessenger/8.0.40');
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
    const { default: sdk } = await import('weixin-js-sdk');
    await new Promise<void>((resolve, reject) => {
      sdk.config({ appId: 'wx1', timestamp: 1_700_000_000, nonceStr: 'n', signature: 's', jsApiList: ['scanQRCode'] });
      sdk.error(({ errMsg }) => reject(new Error(errMsg)));
      sdk.ready(resolve);
    });
    const scanned = new Promise((resolve) =>
      sdk.scanQRCode({ needResult: 1, scanType: ['qrCode'], success: ({ resultStr }) => resolve(resultStr) }),
    );
    await press('[data-weixin-sno=PL10001]');
    expect(await scanned).toBe('https://example.org/d?sno=PL10001');
    const cancelled = new Promise((resolve) =>
      sdk.scanQRCode({
        needResult: 1,
        scanType: ['qrCode'],
        success: () => resolve('scanned'),
        cancel: () => resolve('cancelled'),
      }),
    );
    await press('[data-weixin=close]');
    expect(await cancelled).toBe('cancelled');
  });
});
