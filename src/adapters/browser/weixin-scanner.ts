import type wx from 'weixin-js-sdk';
import { Problem } from '../../core/problem.ts';
import type { CancelSignal } from '../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../ports/scanner.ts';
import { awaitWeixinBridge, isWeixinBrowser } from './weixin-bridge.ts';

type WeixinSdk = typeof wx;

/** The signed config that the server gave for this page's address. */
export interface WeixinSignature {
  appId: string;
  timestamp: string;
  nonceStr: string;
  signature: string;
}

/** WeChat's scanner, through its official script and the signed config. */
export class WeixinScanner implements Scanner {
  #ready?: Promise<WeixinSdk>;

  /** `limitMs` is the time for the script to be ready: outside WeChat it never says a word. */
  constructor(
    private readonly signature: () => WeixinSignature | undefined,
    private readonly limitMs = 3_000,
  ) {}

  async scan(signal?: CancelSignal): Promise<ScanOutcome> {
    if (signal?.aborted) return { kind: 'cancelled' };
    this.#ready ??= this.#prepare();
    const sdk = await this.#ready.catch((thrown: unknown) => {
      this.#ready = undefined;
      throw thrown;
    });
    return signal?.aborted ? { kind: 'cancelled' } : read(sdk, signal);
  }

  async #prepare(): Promise<WeixinSdk> {
    const signature = this.signature();
    if (!signature) throw unavailable('no signed config for the scanner');
    if (!(await awaitWeixinBridge(this.limitMs))) throw unavailable('no WeixinJSBridge in this page');
    const sdk = await load();
    await configured(sdk, signature, this.limitMs);
    return sdk;
  }
}

async function load(): Promise<WeixinSdk> {
  try {
    return (await import('weixin-js-sdk')).default;
  } catch (cause) {
    throw unavailable('the script of WeChat could not be loaded', cause);
  }
}

function configured(sdk: WeixinSdk, { timestamp, ...rest }: WeixinSignature, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    sdk.config({
      ...rest,
      timestamp: Number(timestamp),
      jsApiList: ['scanQRCode', 'updateAppMessageShareData', 'updateTimelineShareData', 'closeWindow', 'addCard'],
    });
    if (!isWeixinBrowser()) return resolve();
    const timer = setTimeout(() => reject(unavailable('the script of WeChat did not get ready')), limitMs);
    sdk.error(({ errMsg }) => {
      clearTimeout(timer);
      reject(unavailable(errMsg));
    });
    sdk.ready(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function read(sdk: WeixinSdk, signal: CancelSignal | undefined): Promise<ScanOutcome> {
  return new Promise((resolve, reject) => {
    const cancel = () => resolve({ kind: 'cancelled' });
    signal?.addEventListener('abort', cancel);
    sdk.scanQRCode({
      needResult: 1,
      scanType: ['qrCode', 'barCode'],
      success: ({ resultStr }) => {
        const text = unwrapped(resultStr);
        if (text) resolve({ kind: 'scanned', text });
        else reject(unavailable('the scanner gave no text'));
      },
      cancel,
      fail: (result: { errMsg?: string }) => reject(unavailable(result.errMsg ?? 'the scanner failed')),
      complete: () => signal?.removeEventListener('abort', cancel),
    });
  });
}

/** Some phones wrap the code: `{"scan_code":{"scan_result":"…"}}`. */
function unwrapped(result: unknown): string | undefined {
  if (typeof result !== 'string') return undefined;
  try {
    const wrapped = JSON.parse(result) as { scan_code?: { scan_result?: unknown } } | null;
    const inner = wrapped?.scan_code?.scan_result;
    return typeof inner === 'string' ? inner : result;
  } catch {
    return result;
  }
}

function unavailable(message: string, cause?: unknown): Problem {
  return new Problem('scanner', { message, cause });
}
