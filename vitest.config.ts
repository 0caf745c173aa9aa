import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A condition is waited for as long as another process may use the machine, too; only what never comes fails. */
const alike = {
  restoreMocks: true,
  unstubGlobals: true,
  expect: { poll: { timeout: 20_000 } },
  /** Vitest empties other styles; the sandbox serves these to a browser. */
  css: { include: [/\/sandbox\/control\//] },
};
/** Files that follow each other in one process, each with modules of its own. */
const inOneProcess = { isolate: false, setupFiles: ['test/helpers/reset-environment.ts'] };
/** Records failures and finds leaks in every test that opens a page. */
const JOURNEY_SETUP = ['test/journeys/setup.ts'];
const needsPage = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom');

const isLongest = ({ moduleId }: TestSpecification) => /test\/simulation\/[\w/]+\.test\.ts$/.test(moduleId);

/**
 * The longest files start first, so that no worker ends with one alone. The files that need a page follow, one after
 * the other, so that they can share it.
 */
class LongestAndPagesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await BaseSequencer.prototype.sort.call(this, files);
    const rank = (file: TestSpecification) => (isLongest(file) ? 0 : needsPage(file) ? 1 : 2);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestAndPagesFirst },
    projects: [
      {
        extends: true,
        test: {
          ...alike,
          name: 'unit',
          include: [
            'test/{core,sweep,architecture,ports,ui,cli,sandbox,contract,security,simulation}/**/*.test.{ts,tsx}',
          ],
          testTimeout: 60_000, // ends what hangs; how fast something is, is measured by the benchmarks
          hookTimeout: 60_000,
          maxWorkers: 4,
          execArgv: ['--max-semi-space-size=64'], // MB: most objects are soon garbage, and a larger space is cleared less often
          ...inOneProcess,
          server: { deps: { inline: ['weixin-js-sdk'] } },
        },
      },
      {
        extends: true,
        test: {
          ...alike,
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          isolate: false, // files that follow each other in one process share its Chromium
          setupFiles: JOURNEY_SETUP,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          maxConcurrency: 2, // four pages at once keep two cores busy
        },
      },
      {
        extends: true,
        test: {
          ...alike,
          name: 'webkit',
          setupFiles: JOURNEY_SETUP,
          include: ['test/webkit/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: { ...alike, name: 'soak', include: ['test/soak/**/*.soak.ts'], maxWorkers: 1 },
      },
      {
        extends: true,
        test: {
          ...alike,
          name: 'pictures',
          setupFiles: JOURNEY_SETUP,
          include: ['test/journeys/**/*.pictures.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
