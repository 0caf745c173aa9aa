/**
 * The order of the core. A part may import only earlier parts, type imports included. `basics` are the files beside the capabilities
 * (problem.ts, time.ts …); `tables` are those files that import all capabilities.
 */
export const CORE_ORDER = [
  'basics',
  'api',
  'state',
  'session',
  'account',
  'device',
  'order',
  'wallet',
  'lease',
  'checkout',
  'treatment',
  'share',
  'entry',
  'feedback',
  'diagnosis',
  'tables',
] as const;

const TABLES = ['contract.ts', 'prefetch.ts', 'queries.ts'];

const IMPORTED = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** Returns the imports that violate the order, and the parts that the order does not name. The keys of the map are paths below src/core. */
export function upwardImports(files: ReadonlyMap<string, string>, order: readonly string[] = CORE_ORDER): string[] {
  const unknown = [...new Set([...files.keys()].map(partOf))].filter((part) => !order.includes(part));
  const upward = [...files].flatMap(([file, text]) =>
    Array.from(text.matchAll(IMPORTED), ([, target = '']) => resolved(file, target)).flatMap((imported) => {
      const isUpward = imported !== undefined && order.indexOf(partOf(imported)) > order.indexOf(partOf(file));
      return isUpward ? [`${file} imports ${imported}`] : [];
    }),
  );
  return [...unknown.map((part) => `${part} is missing from the order`), ...upward];
}

function partOf(file: string): string {
  const [part = '', ...below] = file.split('/');
  if (below.length > 0) return part;
  return TABLES.includes(part) ? 'tables' : 'basics';
}

/** The imported file below src/core; undefined for any other file. */
function resolved(file: string, target: string): string | undefined {
  const { pathname } = new URL(target, `file:///src/core/${file}`);
  return pathname.startsWith('/src/core/') ? pathname.slice('/src/core/'.length) : undefined;
}
