import { defineConfig } from 'vitest/config';

// What mutants are tried on: the behaviours that are named one by one, without the seeded thousands; one worker, so that a mutant costs a start of it and no more. What hangs is ended by the mutation run.
export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts'],
    exclude: ['test/core/seeded-*.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
