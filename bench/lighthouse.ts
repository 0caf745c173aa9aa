import { createRequire } from 'node:module';
import path from 'node:path';
import { installTools } from '../scripts/install-tools.mjs';

/** Excludes the sandbox's WeChat script, which is not part of the page. */
const OUTSIDE_WEIXIN = { cookie: 'weixin=off' };
const TOOLS = path.resolve('tools/lighthouse');
/** The number of tries, because a trace fails occasionally. */
const TRIES = 3;
const ENTRY = path.join(TOOLS, 'node_modules/lighthouse/core/index.cjs');

/** The result of one page load; times in ms. */
export interface PageLoad {
  score: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
}

interface Report {
  lhr: {
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { numericValue?: number }>;
  };
}

type Lighthouse = (url: string, flags: object) => Promise<Report>;

/** Lighthouse on its mobile preset, through a browser that listens at `port`. Undefined if npm cannot install it. */
export function lighthouseAt(port: number): ((url: string) => Promise<PageLoad>) | undefined {
  try {
    installTools(TOOLS);
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown));
    return undefined;
  }
  const lighthouse = createRequire(import.meta.url)(ENTRY) as Lighthouse;
  const look = async (url: string): Promise<Report['lhr']> => {
    for (let tries = 1; ; tries += 1) {
      const { lhr } = await lighthouse(url, {
        port,
        onlyCategories: ['performance'],
        extraHeaders: OUTSIDE_WEIXIN,
        logLevel: 'silent',
      });
      if (!lhr.runtimeError) return lhr;
      if (tries === TRIES) throw new Error(lhr.runtimeError.message);
    }
  };
  return async (url) => {
    const lhr = await look(url);
    const value = (audit: string) => lhr.audits[audit]?.numericValue ?? NaN;
    return {
      score: Math.round((lhr.categories['performance']?.score ?? NaN) * 100),
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    };
  };
}
