// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isInsideWeChat } from '../../src/adapters/browser/wechat/wechat-bridge.ts';
import { FallbackScanner } from '../../src/adapters/browser/camera/fallback-scanner.ts';
import { WeChatScanner } from '../../src/adapters/browser/wechat/wechat-scanner.ts';
import { WeChatSdk } from '../../src/adapters/browser/wechat/wechat-sdk.ts';
import { FakeScanner } from '../../src/adapters/fake/fake-scanner.ts';
import { Problem } from '../../src/core/problem.ts';
import { describeScanner } from './scanner.conformance.ts';

const page = globalThis as { WeixinJSBridge?: unknown };
const signature = () => ({ appId: 'wx1', timestamp: '1700000000', nonceStr: 'nonce', signature: 'signed' });
const isWeixin = () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh) MicroMessenger/8.0.40');
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
};
type Answer = (result: Record<string, unknown>) => void;
const invoked: { name: string; fields: Record<string, unknown> }[] = [];
const weixin = (answers: Record<string, Record<string, unknown> | undefined>) => {
  page.WeixinJSBridge = {
    on: () => {},
    invoke: (name: string, fields: Record<string, unknown>, answer: Answer) => {
      invoked.push({ name, fields });
      const result = answers[name];
      if (result) setTimeout(() => answer({ ...result }));
    },
  };
};
const verified = { preVerifyJSAPI: { err_msg: 'preVerifyJSAPI:ok' } };

beforeEach(() => {
  isWeixin();
  invoked.length = 0;
});
afterEach(() => {
  delete page.WeixinJSBridge;
  vi.restoreAllMocks();
});

describeScanner('FakeScanner', () => {
  const scanner = new FakeScanner();
  return { scanner, holds: (text) => void scanner.reads(text) };
});

describeScanner('WeChatScanner', () => ({
  scanner: new WeChatScanner(new WeChatSdk(signature)),
  holds: (text) => weixin({ ...verified, scanQRCode: { err_msg: 'scanQRCode:ok', resultStr: text } }),
}));

describeScanner('FallbackScanner', () => {
  const camera = new FakeScanner();
  return {
    scanner: new FallbackScanner(new FakeScanner(), camera, () => false),
    holds: (text) => void camera.reads(text),
  };
});

describe('WeChatScanner', () => {
  const scan = (limitMs = 200) => new WeChatScanner(new WeChatSdk(signature, limitMs)).scan();

  test('WeChatScanner configures the SDK with the signature, and requests the result of QR codes and barcodes', async () => {
    weixin({ ...verified, scanQRCode: { err_msg: 'scanQRCode:ok', resultStr: 'SN-1' } });
    await scan();
    expect(invoked.find(({ name }) => name === 'preVerifyJSAPI')?.fields).toMatchObject({
      verifyAppId: 'wx1',
      verifyTimestamp: '1700000000',
      verifyNonceStr: 'nonce',
      verifySignature: 'signed',
      verifyJsApiList: expect.arrayContaining(['scanQRCode', 'updateAppMessageShareData', 'closeWindow']),
    });
    expect(invoked.find(({ name }) => name === 'scanQRCode')?.fields).toMatchObject({
      needResult: 1,
      scanType: ['qrCode', 'barCode'],
    });
  });

  test('WeChatScanner unwraps the result that some phones wrap', async () => {
    const resultStr = JSON.stringify({ scan_code: { scan_result: 'https://shop.example/?sno=SN-1' } });
    weixin({ ...verified, scanQRCode: { err_msg: 'scanQRCode:ok', resultStr } });
    expect(await scan()).toEqual({ kind: 'scanned', text: 'https://shop.example/?sno=SN-1' });
  });

  test.each(['{"sno":"SN-1"}', '123', 'null', '[]'])(
    'WeChatScanner returns the code %s unchanged, although it is valid JSON',
    async (resultStr) => {
      weixin({ ...verified, scanQRCode: { err_msg: 'scanQRCode:ok', resultStr } });
      expect(await scan()).toEqual({ kind: 'scanned', text: resultStr });
    },
  );

  test('WeChatScanner fails with cancelled when the customer closes the scanner', async () => {
    weixin({ ...verified, scanQRCode: { err_msg: 'scanQRCode:cancel' } });
    expect(await scan()).toEqual({ kind: 'cancelled' });
  });

  test.each([
    ['the scanner fails', { ...verified, scanQRCode: { err_msg: 'scanQRCode:fail' } }],
    ['the scanner gives nothing', { ...verified, scanQRCode: { err_msg: 'scanQRCode:ok' } }],
  ])('WeChatScanner rejects with scanner if %s', async (_, answers) => {
    weixin(answers);
    await expect(scan()).rejects.toMatchObject({ code: 'scanner' });
  });

  test('WeChatScanner rejects after the timeout if WeixinJSBridge does not load', async () => {
    await expect(scan(30)).rejects.toMatchObject({ code: 'scanner' });
  });

  test('WeChatScanner cannot scan without a signed config', async () => {
    weixin(verified);
    await expect(new WeChatScanner(new WeChatSdk(() => undefined)).scan()).rejects.toMatchObject({ code: 'scanner' });
  });
});

describe('FallbackScanner', () => {
  test('FallbackScanner uses the other scanner only if WeChat’s scanner is unavailable', async () => {
    const [ours, other] = [new FakeScanner(), new FakeScanner().reads('SN-2')];
    const scanner = new FallbackScanner(ours, other, () => true);
    ours.reads('SN-1').answers({ kind: 'cancelled' }, new Problem('scanner'), new Problem('network'));
    expect(await scanner.scan()).toEqual({ kind: 'scanned', text: 'SN-1' });
    expect(await scanner.scan()).toEqual({ kind: 'cancelled' });
    expect(await scanner.scan()).toEqual({ kind: 'scanned', text: 'SN-2' });
    await expect(scanner.scan()).rejects.toMatchObject({ code: 'network' });
    expect(other.scans).toBe(1);
  });

  test('FallbackScanner recognises WeChat by its bridge or by the user agent', () => {
    expect(isInsideWeChat()).toBe(true);
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 Chrome/120');
    expect(isInsideWeChat()).toBe(false);
    weixin({});
    expect(isInsideWeChat()).toBe(true);
  });
});

test('FakeScanner throws if the test has defined no outcome', async () => {
  await expect(new FakeScanner().scan()).rejects.toThrow('no code');
});
