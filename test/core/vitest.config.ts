import { defineConfig } from 'vitest/config';

// The tests of the mutation run: without the simulation, which takes too long. One worker, because each mutant starts the workers anew. The mutation run ends tests that hang.
export default defineConfig({
  test: {
    include: ['test/core/**/*.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
