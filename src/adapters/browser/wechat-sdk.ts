import type wx from 'weixin-js-sdk';
import { Problem } from '../../core/problem.ts';
import { awaitWeChatBridge, isWeChatBrowser } from './wechat-bridge.ts';

export type Weixin = typeof wx;

/** The signed config that the server gave for this page's address. */
export interface WeChatSignature {
  appId: string;
  timestamp: string;
  nonceStr: string;
  signature: string;
}

/** WeChat's official script, which is admitted to this page once, by the signed config; what failed can be tried again. */
export class WeChatSdk {
  private prepared?: Promise<Weixin>;

  /** `limitMs` is the time for the script to be ready: outside WeChat it never says a word. */
  constructor(
    private readonly signature: () => WeChatSignature | undefined,
    readonly limitMs = 3_000,
  ) {}

  /** The script, as soon as it may be used. Rejects with the Problem `bridge`. */
  ready(): Promise<Weixin> {
    this.prepared ??= this.prepare().catch((thrown: unknown) => {
      this.prepared = undefined;
      throw thrown;
    });
    return this.prepared;
  }

  private async prepare(): Promise<Weixin> {
    const signature = this.signature();
    if (!signature) throw notAdmitted('no signed config for this page');
    if (!(await awaitWeChatBridge(this.limitMs))) throw notAdmitted('no WeixinJSBridge in this page');
    const sdk = await load();
    await configured(sdk, signature, this.limitMs);
    return sdk;
  }
}

async function load(): Promise<Weixin> {
  try {
    return (await import('./weixin-js-sdk.ts')).sdk;
  } catch (cause) {
    throw notAdmitted('the script of WeChat could not be loaded', cause);
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
    const timer = setTimeout(() => reject(notAdmitted('the script of WeChat did not get ready')), limitMs);
    sdk.error(({ errMsg }) => {
      clearTimeout(timer);
      reject(notAdmitted(errMsg));
    });
    sdk.ready(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function notAdmitted(message: string, cause?: unknown): Problem {
  return new Problem('bridge', { message, cause });
}
