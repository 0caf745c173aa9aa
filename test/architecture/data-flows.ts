import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The flows that docs/architecture.md describes, and the greatest number of files of each. */
export const FLOW_GATES = {
  Pay: 25,
  'Unknown payment': 13,
  Start: 12,
  'Push to pixels': 16,
  'Device check': 28,
  'Page start': 15,
} as const;

const IMPORTED = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'|<script type="module" src="(\.[^"]+)"/g;
const isSource = (file: string) => /\.tsx?$/.test(file) && existsSync(file);

/** The files that bind the classes of the core: the container passes what they import to whoever needs it. */
const CONTAINER = ['src/container.ts'];
/** The files that make the adapters. */
const ROOTS = ['src/ui/main.tsx', 'src/adapters/browser/browser-adapters.ts', 'src/cli/services.ts'];

/** The files of each flow in their order, by the heading above them. Throws where a heading is missing. */
export function flowsOf(document: string): Map<string, string[]> {
  return new Map(
    Object.keys(FLOW_GATES).map((name) => {
      const section = new RegExp(`^### ${name}\n([^#]*)`, 'm').exec(document)?.[1];
      if (section === undefined) throw new Error(`the architecture has no flow ${name}`);
      const lists = section.split('\n').filter((line) => line.startsWith('- '));
      return [name, lists.flatMap((line) => Array.from(line.matchAll(/`([^`]+)`/g), ([, file = '']) => file))];
    }),
  );
}

/** What is wrong with a flow: a missing file, a repeated file, a file that nothing before it leads to, too many files. */
export function faultsOf(flow: readonly string[], gate: number, isPushed = false): string[] {
  const faults = flow.flatMap((file, at) => {
    if (!existsSync(file)) return [`${file} does not exist`];
    if (flow.indexOf(file) < at) return [`${file} occurs twice`];
    const before = flow.slice(0, at);
    return at === 0 || isReached(file, before, isPushed) ? [] : [`nothing before ${file} leads to it`];
  });
  return flow.length > gate ? [...faults, `${flow.length} files are more than ${gate}`] : faults;
}

/** Data flows along an import, or against it where it is pushed. A service arrives through the container; an adapter arrives from a root. */
function isReached(file: string, before: readonly string[], isPushed: boolean): boolean {
  const imports = importsOf(file);
  const passers = /^src\/adapters\//.test(file) ? [...CONTAINER, ...ROOTS] : CONTAINER;
  return (
    [...before, ...passers].some((other) => importsOf(other).has(file)) ||
    (isPushed && before.some((other) => imports.has(other)))
  );
}

function importsOf(file: string): ReadonlySet<string> {
  if (!isSource(file) && file !== 'index.html') return new Set();
  return new Set(
    Array.from(readFileSync(file, 'utf8').matchAll(IMPORTED), ([, module, script]) =>
      path.posix.join(path.posix.dirname(file), module ?? script ?? ''),
    ),
  );
}
