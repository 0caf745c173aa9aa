import { Problem } from '../../../core/problem.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../../ports/scanner.ts';
import type { Weixin, WeChatSdk } from './wechat-sdk.ts';

/** WeChat's scanner, called through the official SDK. */
export class WeChatScanner implements Scanner {
  constructor(private readonly weixin: Pick<WeChatSdk, 'ready'>) {}

  async scan(signal?: AbortSignalLike): Promise<ScanOutcome> {
    if (signal?.aborted) return { kind: 'cancelled' };
    const sdk = await this.weixin.ready().catch((thrown: unknown) => {
      throw unavailable(Problem.expected(thrown).message, thrown);
    });
    return signal?.aborted ? { kind: 'cancelled' } : read(sdk, signal);
  }
}

function read(sdk: Weixin, signal: AbortSignalLike | undefined): Promise<ScanOutcome> {
  return new Promise((resolve, reject) => {
    const cancel = () => resolve({ kind: 'cancelled' });
    signal?.addEventListener('abort', cancel);
    sdk.scanQRCode({
      needResult: 1,
      scanType: ['qrCode', 'barCode'],
      success: (result) => resolve(scanned(result)),
      cancel,
      fail: (result: { errMsg?: string }) => reject(unavailable(result.errMsg ?? 'the scanner failed')),
      complete: () => signal?.removeEventListener('abort', cancel),
    });
  });
}

async function scanned({ resultStr }: { resultStr: unknown }): Promise<ScanOutcome> {
  const text = unwrapped(resultStr);
  if (!text) throw unavailable('the scanner gave no text');
  return { kind: 'scanned', text };
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
