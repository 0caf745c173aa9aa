import { Problem } from '../../../core/problem.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../../ports/scanner.ts';
import { isInsideWeChat } from '../wechat/wechat-bridge.ts';

/** Uses WeChat's scanner inside WeChat. Uses the other scanner elsewhere, and if WeChat's scanner is unavailable. */
export class FallbackScanner implements Scanner {
  constructor(
    private readonly weixin: Scanner,
    private readonly other: Scanner,
    private readonly inside: () => boolean = isInsideWeChat,
  ) {}

  async scan(signal?: AbortSignalLike): Promise<ScanOutcome> {
    if (!this.inside()) return this.other.scan(signal);
    try {
      return await this.weixin.scan(signal);
    } catch (thrown) {
      if (Problem.of(thrown).code !== 'scanner') throw thrown;
      return this.other.scan(signal);
    }
  }
}
