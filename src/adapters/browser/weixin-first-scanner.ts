import { Problem } from '../../core/problem.ts';
import type { CancelSignal } from '../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../ports/scanner.ts';
import { isInsideWeixin } from './weixin-bridge.ts';

/** WeChat's scanner in a page of WeChat's; the other one elsewhere, and where WeChat's cannot. */
export class WeixinFirstScanner implements Scanner {
  constructor(
    private readonly weixin: Scanner,
    private readonly other: Scanner,
    private readonly inside: () => boolean = isInsideWeixin,
  ) {}

  async scan(signal?: CancelSignal): Promise<ScanOutcome> {
    if (!this.inside()) return this.other.scan(signal);
    try {
      return await this.weixin.scan(signal);
    } catch (thrown) {
      if (Problem.of(thrown).code !== 'scanner') throw thrown;
      return this.other.scan(signal);
    }
  }
}
