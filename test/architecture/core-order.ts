/**
 * The order of the core. A part imports the parts that stand before it, types included, and none that stands after it. `basics` are the files beside the
 * capabilities (problem.ts, time.ts …), `tables` those of them that look at all capabilities.
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

/** Names each import of the core that runs against the order, and each part that stands nowhere in it; the files by their paths below src/core. */
export function upwardImports(files: ReadonlyMap<string, string>, order: readonly string[] = CORE_ORDER): string[] {
  const unknown = [...new Set([...files.keys()].map(partOf))].filter((part) => !order.includes(part));
  const upward = [...files].flatMap(([file, text]) =>
    Array.from(text.matchAll(IMPORTED), ([, target = '']) => resolved(file, target)).flatMap((imported) => {
      const isUpward = imported !== undefined && order.indexOf(partOf(imported)) > order.indexOf(partOf(file));
      return isUpward ? [`${file} imports ${imported}`] : [];
    }),
  );
  return [...unknown.map((part) => `${part} stands nowhere in the order`), ...upward];
}

function partOf(file: string): string {
  const [part = '', ...below] = file.split('/');
  if (below.length > 0) return part;
  return TABLES.includes(part) ? 'tables' : 'basics';
}

/** The file below src/core that an import means; undefined for one outside. */
function resolved(file: string, target: string): string | undefined {
  const { pathname } = new URL(target, `file:///src/core/${file}`);
  return pathname.startsWith('/src/core/') ? pathname.slice('/src/core/'.length) : undefined;
}
