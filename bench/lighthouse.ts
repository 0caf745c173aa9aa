import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The last that runs on Node 20; too heavy to come with every checkout, so it is fetched when it is asked for. */
export const VERSION = '12.8.2';
/** Excludes the sandbox's WeChat script, which is not part of the page. */
const OUTSIDE_WEIXIN = { cookie: 'weixin=off' };
const PLACE = path.resolve('node_modules/.cache', `lighthouse-${VERSION}`);
/** The number of tries, because a trace fails occasionally. */
const TRIES = 3;
const ENTRY = path.join(PLACE, 'node_modules/lighthouse/core/index.cjs');

/** The result of one page load; times in ms. */
export interface PageLoad {
  score: number;
  lcp: number;
  tbt: number;
  cls: number;
}

interface Report {
  lhr: { runtimeError?: { message: string }; categories: Record<string, { score: number | null }>; audits: Record<string, { numericValue?: number }> };
}

type Lighthouse = (url: string, flags: object) => Promise<Report>;

/** Lighthouse on its mobile preset, through a browser that listens at `port`. Undefined where it cannot be had. */
export function lighthouseAt(port: number): ((url: string) => Promise<PageLoad>) | undefined {
  if (!existsSync(ENTRY) && !isFetched()) return undefined;
  const lighthouse = createRequire(import.meta.url)(ENTRY) as Lighthouse;
  const look = async (url: string): Promise<Report['lhr']> => {
    for (let tries = 1; ; tries += 1) {
      const { lhr } = await lighthouse(url, { port, onlyCategories: ['performance'], extraHeaders: OUTSIDE_WEIXIN, logLevel: 'silent' });
      if (!lhr.runtimeError) return lhr;
      if (tries === TRIES) throw new Error(lhr.runtimeError.message);
    }
  };
  return async (url) => {
    const lhr = await look(url);
    const value = (audit: string) => lhr.audits[audit]?.numericValue ?? NaN;
    return {
      score: Math.round((lhr.categories['performance']?.score ?? NaN) * 100),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    };
  };
}

function isFetched(): boolean {
  mkdirSync(PLACE, { recursive: true });
  try {
    execFileSync('npm', ['install', '--prefix', PLACE, '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', `lighthouse@${VERSION}`], { stdio: ['ignore', 'ignore', 'inherit'] });
    return true;
  } catch {
    return false;
  }
}
