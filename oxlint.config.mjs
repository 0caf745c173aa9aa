import { importRules, overridesOf } from './scripts/import-rules.mjs';

export default {
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist/**', 'mutation/**', 'node_modules/**', 'pictures/**', 'test-results/**'],
  rules: {
    'no-console': 'error',
    'no-eval': 'error',
    'no-empty': 'error',
    'preserve-caught-error': 'error',
    eqeqeq: 'error',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-unmodified-loop-condition': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
  },
  overrides: [
    ...overridesOf(importRules),
    {
      files: ['src/core/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          {
            name: 'fetch',
            message: "The core does no I/O: call the server through an endpoint of this capability's api.ts.",
          },
          { name: 'setTimeout', message: 'The core has no timers: use the Clock port.' },
          { name: 'setInterval', message: 'The core has no timers: use the Clock port.' },
        ],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'The core does not read the time: use the Clock port.' },
        ],
      },
    },
    {
      files: ['src/cli/output/output.ts', 'sandbox/program.ts', 'scripts/**', 'bench/**', 'contract/check/**'],
      rules: { 'no-console': 'off' },
    },
    { files: ['*.config.ts', '*.config.mjs'], rules: { 'import/no-default-export': 'off' } },
  ],
};
