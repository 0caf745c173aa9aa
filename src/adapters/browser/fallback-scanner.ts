import { Problem } from '../../core/problem.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../ports/scanner.ts';
import { isInsideWeChat } from './wechat-bridge.ts';

/** WeChat's scanner in a page of WeChat's; the other one elsewhere, and where WeChat's cannot. */
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
