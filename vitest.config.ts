import { defineConfig } from 'vitest/config';

const alike = { restoreMocks: true, unstubGlobals: true };

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { ...alike, name: 'unit', include: ['test/{core,house,ports,ui,cli,sandbox,contract,security}/**/*.test.{ts,tsx}'], testTimeout: 15_000, maxWorkers: 2 },
      },
      {
        extends: true,
        test: { ...alike, name: 'journeys', include: ['test/journeys/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2 },
      },
      {
        extends: true,
        test: { ...alike, name: 'webkit', include: ['test/webkit/**/*.test.ts'], testTimeout: 90_000, hookTimeout: 60_000, maxWorkers: 1 },
      },
      {
        extends: true,
        test: { ...alike, name: 'soak', include: ['test/soak/**/*.soak.ts'], maxWorkers: 1 },
      },
      {
        extends: true,
        test: { ...alike, name: 'pictures', include: ['test/journeys/**/*.pictures.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
      },
    ],
  },
});
