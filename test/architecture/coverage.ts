import { type ESTree, parseSync } from 'vite';

/** One thing the product does, and the tests that show it. */
interface Row {
  id: string;
  says: string;
  shownBy: string[];
}

/** A test as its file writes it: the titles above it and its own, and the cases it is run for. */
interface WrittenTest {
  name: string;
  cases: string;
}

const BETWEEN = ' › ';
const UNWRITTEN = '…';
const CASE = / \(case: (.+)\)$/;
const NOT_RUN = ['skip', 'todo', 'skipIf', 'runIf', 'fails'];

/** The rows of every table whose first cell is an id: section, subject and number. */
export function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [id = '', says = '', shown = ''] = cells.map((cell) => cell.trim());
    if (!/^(?:\d+|cli)\.[a-z]+\.\d+$/.test(id) || cells.length !== 3) return [];
    return [
      { id, says, shownBy: Array.from(shown.matchAll(/`([^`]+)`/g), ([, test = '']) => test.replaceAll('\\|', '|')) },
    ];
  });
}

/** Every test that a file writes, whether or not its titles are filled in only when it runs. */
export function testsOf(file: string, text: string): WrittenTest[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: WrittenTest[] = [];
  const written = ({ start, end }: ESTree.Node) => text.slice(start, end);
  const titleOf = (node: ESTree.Node | undefined) => {
    if (node?.type === 'Literal') return String(node.value);
    if (node?.type === 'TemplateLiteral') return written(node).slice(1, -1);
    return UNWRITTEN;
  };
  const named = new Map<string, string>();
  const casesOf = (node: ESTree.Node | undefined) =>
    (node?.type === 'Identifier' ? named.get(node.name) : node && written(node)) ?? '';

  const visit = (node: unknown, above: readonly string[], cases: string): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, above, cases);
    if (!isNode(node)) return;
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      named.set(node.id.name, written(node.init));
    const call = node.type === 'CallExpression' ? callOf(node) : undefined;
    if (call && call.marks.some((mark) => NOT_RUN.includes(mark))) return;
    if (call && node.type === 'CallExpression') {
      const names = [...above, titleOf(node.arguments[0])];
      const all = cases + casesOf(call.each);
      if (call.opens === 'describe') return visit(node.arguments.slice(1), names, all);
      found.push({ name: names.join(BETWEEN), cases: all });
      return;
    }
    for (const value of Object.values(node)) visit(value, above, cases);
  };
  visit(program.body, [], '');
  return found;
}

/** What is wrong with the rows: of each subject there are at least so many, each once, and each is shown by tests that exist. */
export function complaintsAbout(
  rows: readonly Row[],
  tests: ReadonlyMap<string, readonly WrittenTest[]>,
  counted: Readonly<Record<string, number>>,
): string[] {
  const ids = rows.map(({ id }) => id);
  const has = (shown: string) => {
    const [file = '', ...names] = shown.replace(CASE, '').split(BETWEEN);
    const its = CASE.exec(shown)?.[1] ?? '';
    return tests.get(file)?.some(({ name, cases }) => name === names.join(BETWEEN) && cases.includes(its)) ?? false;
  };
  return [
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} stands there twice`),
    ...rows.filter(({ says }) => says === '').map(({ id }) => `${id} says nothing`),
    ...rows.filter(({ shownBy }) => shownBy.length === 0).map(({ id }) => `${id} is shown by no test`),
    ...rows.flatMap(({ id, shownBy }) =>
      shownBy
        .filter((shown) => !has(shown))
        .map((shown) => `${id} is said to be shown by a test that is not there: ${shown}`),
    ),
    ...Object.entries(counted).flatMap(([subject, count]) => {
      const there = ids.filter((id) => id.startsWith(`${subject}.`)).length;
      return there < count ? [`${subject} has ${count} rows, and only ${there} of them stand there`] : [];
    }),
  ];
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Whether a call opens a test or a group of them, with what it is marked, and for what cases. */
function callOf({
  callee,
  arguments: [, body],
}: ESTree.CallExpression): { opens: 'describe' | 'test'; marks: string[]; each?: ESTree.Node } | undefined {
  if (!body) return undefined;
  const marks: string[] = [];
  let each: ESTree.Node | undefined;
  let inner: ESTree.Node = callee;
  for (;;) {
    if (inner.type === 'CallExpression') {
      each ??= inner.arguments[0];
      inner = inner.callee;
    } else if (inner.type === 'MemberExpression' && inner.property.type === 'Identifier') {
      marks.push(inner.property.name);
      inner = inner.object;
    } else break;
  }
  if (inner.type !== 'Identifier') return undefined;
  if (inner.name === 'describe') return { opens: 'describe', marks, each };
  return inner.name === 'test' ? { opens: 'test', marks, each } : undefined;
}
