import { importRules, overridesOf } from './scripts/import-rules.mjs';

/** Rules that need types and judge style, or that refuse what a schema, a fake or a bound method makes safe. */
const STYLE_OF_TYPES = [
  'consistent-return',
  'no-base-to-string',
  'no-meaningless-void-operator',
  'no-misused-spread',
  'no-redundant-type-constituents',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-enum-comparison',
  'no-unsafe-type-assertion',
  'no-useless-default-assignment',
  'require-array-sort-compare',
  'unbound-method',
];

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
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    ...Object.fromEntries(STYLE_OF_TYPES.map((rule) => [`typescript/${rule}`, 'off'])),
  },
  overrides: [
    ...overridesOf(importRules),
    {
      files: ['src/**'],
      rules: { 'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }] },
    },
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
