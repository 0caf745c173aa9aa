import type wx from 'weixin-js-sdk';
import { Problem } from '../../../core/problem.ts';
import { awaitWeChatBridge, isWeChatBrowser } from './wechat-bridge.ts';

export type Weixin = typeof wx;

/** The config that the server signed for this page's address. */
export interface WeChatSignature {
  appId: string;
  timestamp: string;
  nonceStr: string;
  signature: string;
}

/** WeChat's official SDK, configured once per page with the signed config. A failed attempt can be repeated. */
export class WeChatSdk {
  private prepared?: Promise<Weixin>;

  /** `limitMs` is the timeout for the SDK to become ready. Outside WeChat it never reports anything. */
  constructor(
    private readonly signature: () => WeChatSignature | undefined,
    readonly limitMs = 3_000,
  ) {}

  /** Resolves with the configured SDK. Rejects with the Problem `bridge`. */
  ready(): Promise<Weixin> {
    this.prepared ??= this.prepare().catch((thrown: unknown) => {
      this.prepared = undefined;
      throw thrown;
    });
    return this.prepared;
  }

  private async prepare(): Promise<Weixin> {
    const signature = this.signature();
    if (!signature) throw sdkUnavailable('no signed config for this page');
    if (!(await awaitWeChatBridge(this.limitMs))) throw sdkUnavailable('no WeixinJSBridge in this page');
    const sdk = await load();
    await configured(sdk, signature, this.limitMs);
    return sdk;
  }
}

async function load(): Promise<Weixin> {
  try {
    return (await import('./weixin-js-sdk.ts')).sdk;
  } catch (cause) {
    throw sdkUnavailable('the script of WeChat could not be loaded', cause);
  }
}

function configured(sdk: Weixin, { timestamp, ...rest }: WeChatSignature, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    sdk.config({
      ...rest,
      timestamp: Number(timestamp),
      jsApiList: [
        'scanQRCode',
        'updateAppMessageShareData',
        'updateTimelineShareData',
        'hideMenuItems',
        'showMenuItems',
        'closeWindow',
        'addCard',
      ],
    });
    if (!isWeChatBrowser()) return resolve();
    const timer = setTimeout(() => reject(sdkUnavailable('the script of WeChat did not get ready')), limitMs);
    sdk.error(({ errMsg }) => {
      clearTimeout(timer);
      reject(sdkUnavailable(errMsg));
    });
    sdk.ready(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function sdkUnavailable(message: string, cause?: unknown): Problem {
  return new Problem('bridge', { message, cause });
}
