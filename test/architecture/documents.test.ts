import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type RecordState, TRANSITIONS } from '../../src/core/checkout/records/transitions.ts';
import { FIELD_VALUES } from '../../src/cli/help/field-values.ts';
import { withPart } from './written-part.ts';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'deploy/cli/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

/** The project files that a document links to or names. */
function named(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, to = '']) =>
    path.join(path.dirname(document), to),
  );
  const files = Array.from(
    text.matchAll(/`((?:test|src|scripts|deploy|docs|sandbox|contract|tools)\/[\w./-]+\.(?:tsx?|mjs|md|json|conf))`/g),
    ([, file = '']) => file,
  );
  return [...links, ...files];
}

/** The headings of a document, as a link names them. */
function anchorsOf(document: string): string[] {
  return Array.from(readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The headings that a document links to and that do not exist, each with its document. */
function missingHeadings(document: string): string[] {
  return Array.from(
    readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g),
    ([, to = '', anchor = '']) => {
      const target = to === '' ? document : path.join(path.dirname(document), to);
      return anchorsOf(target).includes(anchor) ? [] : [`${target}#${anchor}`];
    },
  ).flat();
}

/** The names of code in a glossary. */
function namesIn(glossary: string): string[] {
  return Array.from(glossary.matchAll(/`([\w.-]+)`/g), ([, name = '']) => name.split('.').at(-1) ?? name);
}

/** The names that the code does not have, without those of files and commands. */
function unknownNames(names: readonly string[]): string[] {
  const sources = ['src', 'sandbox', 'contract']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return names.filter((name) => name !== 'ts' && !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources));
}

/** The transition table as a Mermaid state diagram, with one line for each change of state and its events. */
function purchaseDiagram(): string {
  const states = Object.keys(TRANSITIONS.timePassed) as RecordState[];
  // No record exists before a purchase begins and after it has ended.
  const nodeOf = (state: RecordState) => (state === 'none' ? '[*]' : state);
  const edges = states.flatMap((from) =>
    states.flatMap((to) => {
      const events = Object.entries(TRANSITIONS)
        .filter(([, row]) => from !== to && (row[from].to as readonly RecordState[]).includes(to))
        .map(([event]) => event);
      return events.length === 0 ? [] : `  ${nodeOf(from)} --> ${nodeOf(to)}: ${events.join(', ')}`;
    }),
  );
  return ['stateDiagram-v2', ...edges].join('\n');
}

describe('the references in documents', () => {
  test('Every file that a document names exists', () => {
    const files = documents.flatMap((document) => named(document).map((file) => ({ document, file })));
    expect(files.length).toBeGreaterThan(60);
    expect(files.filter(({ file }) => !existsSync(file))).toEqual([]);
  });

  test('Every heading that a document links to exists', () => {
    expect(documents.flatMap(missingHeadings)).toEqual([]);
  });

  test('Each name in the glossary occurs in the code', () => {
    const names = namesIn(readFileSync('docs/glossary.md', 'utf8'));
    expect(names.length).toBeGreaterThan(50);
    expect(unknownNames(names)).toEqual([]);
    expect(unknownNames(namesIn('| lease | `LeasedDevice`, `Order.plantedKind` |'))).toEqual(['plantedKind']);
  });

  test('docs/cli.md contains the values of the fields of every command', async () => {
    const commands = new Map<string, string[]>();
    for (const [command, fields] of Object.entries(FIELD_VALUES))
      for (const [field, values] of Object.entries(fields)) {
        const row = `\`${field}\` | ${values.join(', ')}`;
        commands.set(row, [...(commands.get(row) ?? []), `\`${command.replace('physio ', '')}\``]);
      }
    const rows = Array.from(commands, ([row, names]) => `| ${row} | ${names.join(', ')} |`);
    const table = ['| field | values | commands |', '|---|---|---|', ...rows].join('\n');
    const written = withPart(readFileSync('docs/cli.md', 'utf8'), 'values of fields', table);
    await expect(written).toMatchFileSnapshot('../../docs/cli.md');
  });

  test('docs/architecture.md contains the diagram of the current table of purchases', async () => {
    const written = withPart(
      readFileSync('docs/architecture.md', 'utf8'),
      'purchase diagram',
      `\`\`\`mermaid\n${purchaseDiagram()}\n\`\`\``,
    );
    await expect(written).toMatchFileSnapshot('../../docs/architecture.md');
  });
});
