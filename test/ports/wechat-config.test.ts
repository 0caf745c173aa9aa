// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WeChatSdk } from '../../src/adapters/browser/wechat/wechat-sdk.ts';
import { WeChatScanner } from '../../src/adapters/browser/wechat/wechat-scanner.ts';

type Answer = (result: Record<string, unknown>) => void;

const page = globalThis as { WeixinJSBridge?: unknown };
let config: Record<string, unknown> | undefined;

beforeEach(() => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh) MicroMessenger/8.0.40');
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  page.WeixinJSBridge = {
    invoke: (name: string, _: unknown, answer: Answer) => {
      const result = name === 'scanQRCode' ? { err_msg: 'scanQRCode:ok', resultStr: 'SN-1' } : config;
      if (result) setTimeout(() => answer({ ...result }));
    },
  };
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('A scanner that WeChat did not admit can be tried again, and reads once WeChat admits it', async () => {
  const scanner = new WeChatScanner(
    new WeChatSdk(() => ({ appId: 'wx1', timestamp: '1', nonceStr: 'n', signature: 's' }), 100),
  );
  config = undefined;
  await expect(scanner.scan()).rejects.toMatchObject({ code: 'scanner', message: expect.stringContaining('ready') });
  config = { err_msg: 'preVerifyJSAPI:fail_invalid signature' };
  await expect(scanner.scan()).rejects.toMatchObject({
    code: 'scanner',
    message: expect.stringContaining('invalid signature'),
  });
  config = { err_msg: 'preVerifyJSAPI:ok' };
  expect(await scanner.scan()).toEqual({ kind: 'scanned', text: 'SN-1' });
});
