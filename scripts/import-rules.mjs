// Which folder may import what: one table, from which oxlint.config.mjs makes the lint rules. Each refusal names the cure.

/** The columns of the table, as patterns of import specifiers. Whatever does not begin with a dot is a package; so are the modules of Node. */
const COLUMNS = {
  core: { group: ['**/core/**'] },
  ports: { group: ['**/ports/**'] },
  adapters: { group: ['**/adapters/**'] },
  ui: { group: ['**/ui/**'] },
  cli: { group: ['**/cli/**'] },
  container: { group: ['**/container.ts'] },
  outside: { group: ['**/sandbox/**', '**/test/**'] },
  packages: { regex: '^[^.]' },
};

/** A cell is `yes`; or a cure, where nothing of the column may be imported; or one of the following, or a list of them. */
const yes = [];
const allBut = (refused, cure) => ({ group: refused, message: cure });
/** Types of the column may be imported, and nothing that runs. */
const typesOf = (column, cure) => ({ ...COLUMNS[column], allowTypeImports: true, message: cure });
const only = (column, allowed, cure) => ({
  group: [...COLUMNS[column].group, ...allowed.map((pattern) => `!${pattern}`)],
  message: cure,
});
/** Matches every package but this one, letter by letter: the linter's regular expressions cannot look ahead. */
const onlyPackage = (name, cure) => {
  const differs = Array.from(name, (letter, at) =>
    at === 0 ? `[^.${letter}]` : `${name.slice(0, at)}(?:$|[^${letter}])`,
  );
  return { regex: `^(?:${differs.join('|')}|${name}.)`, message: cure };
};

const USE_A_PORT =
  'The core knows nothing outside it: declare what it needs in src/ports, and bind the adapter in the container.';
const NO_SANDBOX = 'Nothing in src/ imports the sandbox or a test: they are outside the app.';
const PORTS_ONLY_DECLARE = 'A port only declares: import nothing but other ports.';
const ONLY_PROBLEM = 'An adapter knows only its port and Problem: put what it needs of the core into the port.';
const NO_CALLER = 'An adapter serves its port and knows no caller: pass what it needs to its constructor.';
const DECODE_IN_CORE =
  "Only the Gizwits protocol is decoded in an adapter: decode what the server sends in core/api or a capability's api.ts.";
const CONTRACT_ONLY =
  "The contract is made from the endpoint table, its decoders and the channel's frames: import nothing else of the app.";
const EXAMPLES_ONLY =
  "The examples are made from the endpoint table, the channel's frames and the answers of the sandbox: import nothing else.";
const SANDBOX_READS_CONTRACT =
  'The sandbox imitates the server: import the server contract (core/contract.ts, core/api) and nothing else of the app.';

const CAPABILITIES = [
  'session',
  'account',
  'device',
  'treatment',
  'lease',
  'order',
  'wallet',
  'share',
  'feedback',
  'diagnosis',
  'entry',
  'checkout',
];
const core = {
  core: yes,
  ports: yes,
  adapters: USE_A_PORT,
  ui: USE_A_PORT,
  cli: USE_A_PORT,
  container: USE_A_PORT,
  outside: NO_SANDBOX,
};
const VALIBOT_ONLY = onlyPackage(
  'valibot',
  'core/api, core/state, */api.ts and */stored.ts import valibot and no other package, and nothing of Node: put the rest behind a port.',
);

const adapter = {
  core: only('core', ['**/core/problem.ts'], ONLY_PROBLEM),
  ports: yes,
  ui: NO_CALLER,
  cli: NO_CALLER,
  container: NO_CALLER,
  outside: NO_SANDBOX,
};
const BOTH_PLATFORMS =
  'A shared adapter runs in the browser and in Node: put what needs one of them into adapters/browser or adapters/node.';
const shared = { ...adapter, adapters: allBut(['**/browser/**', '**/node/**', '**/fake/**'], BOTH_PLATFORMS) };
const gizwits = ['src/adapters/gizwits/**'];

const pageRoots = ['src/ui/main.tsx'];
const cliRoot = ['src/cli/main.ts', 'src/cli/services.ts'];
const BROWSER_ADAPTERS =
  'The page uses the browser adapters and the shared ones: import from adapters/browser or adapters.';
const NODE_ADAPTERS =
  'The command line uses the Node adapters and the shared ones: import from adapters/node or adapters.';

/** From ↓ to →. The last row that matches a file holds for it, so rows that share files exclude them from each other. */
export const importRules = [
  {
    from: ['src/core/**'],
    except: ['src/core/api/**', 'src/core/state/**', 'src/core/*/api.ts', 'src/core/**/stored.ts'],
    ...core,
    packages:
      "Only core/api, core/state, */api.ts and */stored.ts decode: move the decoder into this capability's api.ts or stored.ts. The rest of the core uses no package and nothing of Node.",
  },
  { from: ['src/core/state/**', 'src/core/*/api.ts', 'src/core/**/stored.ts'], ...core, packages: VALIBOT_ONLY },
  {
    from: ['src/core/api/**'],
    ...core,
    core: allBut(
      [
        ...CAPABILITIES.map((capability) => `**/../${capability}/**`),
        '**/../contract.ts',
        '**/../queries.ts',
        '**/../destination.ts',
      ],
      'core/api serves all capabilities and knows none: declare what it needs in core/api and let the capability implement it.',
    ),
    packages: VALIBOT_ONLY,
  },
  {
    from: ['src/ports/**'],
    core: PORTS_ONLY_DECLARE,
    ports: yes,
    adapters: PORTS_ONLY_DECLARE,
    ui: PORTS_ONLY_DECLARE,
    cli: PORTS_ONLY_DECLARE,
    container: PORTS_ONLY_DECLARE,
    outside: PORTS_ONLY_DECLARE,
    packages: PORTS_ONLY_DECLARE,
  },
  {
    from: ['src/adapters/*.ts', 'src/adapters/http/**', 'src/adapters/report/**'],
    ...shared,
    packages: [allBut(['node:*'], BOTH_PLATFORMS), allBut(['valibot'], DECODE_IN_CORE)],
  },
  { from: gizwits, ...shared, packages: allBut(['node:*'], BOTH_PLATFORMS) },
  {
    from: ['src/adapters/browser/**'],
    ...adapter,
    adapters: allBut(
      ['**/node/**', '**/fake/**'],
      'A browser adapter uses its own folder and the shared adapters: move what both need to adapters/.',
    ),
    packages: [
      allBut(['node:*'], 'A browser adapter runs without Node: use a web API.'),
      allBut(['valibot'], DECODE_IN_CORE),
    ],
  },
  {
    from: ['src/adapters/node/**'],
    ...adapter,
    adapters: allBut(
      ['**/browser/**', '**/fake/**'],
      'A Node adapter uses its own folder and the shared adapters: move what both need to adapters/.',
    ),
    packages: allBut(['valibot'], DECODE_IN_CORE),
  },
  {
    from: ['src/adapters/fake/**'],
    ...adapter,
    adapters: allBut(
      ['**/browser/**', '**/node/**'],
      'A fake uses its own folder and the shared adapters: move what both need to adapters/.',
    ),
    packages: allBut(['valibot'], DECODE_IN_CORE),
  },
  {
    from: ['src/ui/**'],
    except: pageRoots,
    core: allBut(['**/core/**/api.ts'], 'A screen does not call the server: ask a use-case or Queries.'),
    ports: typesOf('ports', 'A screen does not use a port: ask a use-case, which gets the port from the container.'),
    adapters: 'A screen does not use an adapter: ask a use-case. Only main.tsx uses adapters.',
    ui: yes,
    cli: 'The page does not use the command line: move what both need to src/core.',
    container: 'A screen does not wire: ask a use-case. Only main.tsx uses the container.',
    outside: NO_SANDBOX,
    packages: allBut(
      [
        'node:*',
        'ws',
        'commander',
        '@commander-js/extra-typings',
        'inversify',
        'valibot',
        'cross-fetch',
        'weixin-js-sdk',
        'zxing-wasm',
      ],
      'A screen does not use this package: it belongs to an adapter, to an api.ts of the core or to the container.',
    ),
  },
  {
    from: pageRoots,
    core: yes,
    ports: yes,
    adapters: allBut(['**/adapters/node/**', '**/adapters/fake/**'], BROWSER_ADAPTERS),
    ui: yes,
    cli: BROWSER_ADAPTERS,
    container: yes,
    outside: NO_SANDBOX,
    packages: yes,
  },
  {
    from: ['src/cli/**'],
    except: cliRoot,
    core: allBut(['**/core/**/api.ts'], 'A command does not call the server: ask a use-case or Queries.'),
    ports: typesOf('ports', 'A command does not use a port: run a use-case, which gets the port from the container.'),
    adapters: 'A command does not use an adapter: run a use-case. Only main.ts and services.ts bind adapters.',
    ui: 'The command line does not use a screen: move what both need to src/core.',
    cli: yes,
    container: 'A command does not wire: run a use-case. Only services.ts uses the container.',
    outside: NO_SANDBOX,
    packages: allBut(
      [
        'react',
        'react-dom',
        'react-router-dom',
        'mobx',
        'mobx-react-lite',
        'inversify',
        'valibot',
        'ws',
        'cross-fetch',
      ],
      'A command does not use this package: it belongs to the page, to an adapter or to the container.',
    ),
  },
  {
    from: cliRoot,
    core: yes,
    ports: yes,
    adapters: allBut(['**/adapters/browser/**', '**/adapters/fake/**'], NODE_ADAPTERS),
    ui: NODE_ADAPTERS,
    cli: yes,
    container: yes,
    outside: NO_SANDBOX,
    packages: yes,
  },
  {
    from: ['sandbox/**'],
    core: only('core', ['**/core/contract.ts', '**/core/api/**'], SANDBOX_READS_CONTRACT),
    ports: SANDBOX_READS_CONTRACT,
    adapters: SANDBOX_READS_CONTRACT,
    ui: SANDBOX_READS_CONTRACT,
    cli: SANDBOX_READS_CONTRACT,
    container: SANDBOX_READS_CONTRACT,
    outside: allBut(['**/test/**'], 'The sandbox knows no test: move what both need into sandbox/.'),
    packages: yes,
  },
  ...[
    { from: ['contract/**'], except: ['contract/examples/**'], cure: CONTRACT_ONLY, outside: CONTRACT_ONLY },
    {
      from: ['contract/examples/**'],
      cure: EXAMPLES_ONLY,
      outside: allBut(['**/sandbox/*.ts', '**/sandbox/control/**', '**/sandbox/page/**', '**/test/**'], EXAMPLES_ONLY),
    },
  ].map(({ cure, ...row }) => ({
    ...row,
    core: only('core', ['**/core/contract.ts', '**/core/*/api.ts', '**/core/api/**'], cure),
    ports: cure,
    adapters: only('adapters', ['**/adapters/gizwits/**'], cure),
    ui: cure,
    cli: cure,
    container: cure,
    packages: yes,
  })),
];

/** The rows as overrides of oxlint. Throws where a row leaves a column undecided. */
export function overridesOf(rows) {
  return rows.map(({ from, except = [], ...cells }) => {
    const undecided = Object.keys(COLUMNS).filter((column) => cells[column] === undefined);
    if (undecided.length > 0)
      throw new Error(`the import rules of ${from.join(', ')} do not decide ${undecided.join(', ')}`);
    const patterns = Object.entries(COLUMNS).flatMap(([column, all]) =>
      typeof cells[column] === 'string' ? { ...all, message: cells[column] } : cells[column],
    );
    return { files: from, excludeFiles: except, rules: { 'no-restricted-imports': ['error', { patterns }] } };
  });
}
