import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Size in bytes of each file of the built page, compressed with brotli at the best quality. */
export type Weights = Map<string, number>;

const PAGE = 'dist/app';
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const weighed = new Map<string, number>();

function weightOf(file: string): number {
  const weight = weighed.get(file) ?? brotliCompressSync(readFileSync(path.join(PAGE, file)), BEST).length;
  weighed.set(file, weight);
  return weight;
}

const weightsOf = (files: readonly string[]): Weights => new Map(files.map((file) => [file, weightOf(file)]));

/** The scripts and styles in index.html, which the first screen needs. */
export function weightsOfFirstRoute(): Weights {
  const named = readFileSync(path.join(PAGE, 'index.html'), 'utf8').matchAll(
    /<(?:script|link)\b[^>]*?(?:src|href)="\.\/([^"]+\.(?:js|css))"/g,
  );
  return weightsOf([...named].map(([, file = '']) => file));
}

const assets = () =>
  readdirSync(path.join(PAGE, 'assets'))
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => `assets/${file}`);
const isEnglish = (file: string) => /\/en-[\w-]+\.js$/.test(file);

const isOfReports = (file: string) => /\/(page-reporter|web-vitals-report)-[\w-]+\.js$/.test(file);

/** All scripts and styles that the page loads in Chinese without reports. */
export function weightsOfAllRoutes(): Weights {
  return weightsOf(assets().filter((file) => !isEnglish(file) && !isOfReports(file)));
}

/** The scripts that the page loads besides, if the configuration names a receiver of reports: the sender first. */
export function weightsOfReports(): Weights {
  return weightsOf(assets().filter(isOfReports).toSorted());
}

/** The script that the page loads besides, if English is chosen. */
export function weightsOfEnglish(): Weights {
  return weightsOf(assets().filter(isEnglish));
}
