import { parseSync, type ESTree } from 'vite';

/** One row of docs/coverage.md: a behaviour of the product, and the ids of its tests. */
interface Row {
  id: string;
  says: string;
  shownBy: string[];
}

/** An id in a comment above a test or above one case of its table. */
interface Mark {
  id: string;
  file: string;
  /** False if no test follows, the test is skipped, or no test uses the value. */
  isRun: boolean;
}

const ROW_ID = String.raw`(?:\d+|cli)\.[a-z]+\.\d+`;
const isRowId = new RegExp(`^${ROW_ID}$`);
const isTestId = new RegExp(`^${ROW_ID}[a-z]+$`);
const COVERS = /^ covers (\S+)$/;
const NOT_RUN = ['skip', 'todo', 'skipIf', 'runIf', 'fails'];

/** The rows of every table whose first cell is an id, which consists of section, subject and number. */
export function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [id = '', says = '', shown = ''] = cells.map((cell) => cell.trim());
    if (!isRowId.test(id) || cells.length !== 3) return [];
    return [{ id, says, shownBy: shown.split(', ').filter((each) => each !== '') }];
  });
}

/** Every comment `// covers ID` of a test file, and whether it is directly above a test that is run, or above one of its cases. */
export function marksOf(file: string, text: string): Mark[] {
  return marksAbove(file, text, (program) => startsOfTests(program.body));
}

/** The ids in the list of journeys: above a journey, or above the value that ends the names of several journeys. */
export function marksOfJourneys(file: string, text: string, walked: readonly string[]): Mark[] {
  return marksAbove(file, text, (program) => startsOfJourneys(program.body, walked));
}

function marksAbove(file: string, text: string, startsOf: (program: ESTree.Program) => Set<number>): Mark[] {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const starts = startsOf(program);
  return comments.flatMap(({ value, end }) => {
    const id = COVERS.exec(value)?.[1];
    return id === undefined ? [] : [{ id, file, isRun: starts.has(end + text.slice(end).search(/\S|$/)) }];
  });
}

/** The start positions of the tests that are run, and the elements of their tables. */
function startsOfTests(body: unknown): Set<number> {
  const starts = new Set<number>();
  const named = new Map<string, ESTree.Node>();
  const addElements = (node: unknown, seen: Set<unknown>): void => {
    if (Array.isArray(node)) for (const each of node) addElements(each, seen);
    if (!isNode(node) || seen.has(node)) return;
    seen.add(node);
    const elements: unknown[] =
      node.type === 'ArrayExpression' ? node.elements : node.type === 'ObjectExpression' ? node.properties : [];
    for (const element of elements) if (isNode(element)) starts.add(element.start);
    if (node.type === 'Identifier') addElements(named.get(node.name), seen);
    for (const value of Object.values(node)) addElements(value, seen);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node)) return;
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      named.set(node.id.name, node.init);
    const call = node.type === 'CallExpression' ? callOf(node) : undefined;
    if (call && call.marks.some((mark) => NOT_RUN.includes(mark))) return;
    if (call && node.type === 'CallExpression') {
      addElements(call.each, new Set());
      if (call.opens === 'test') starts.add(node.start);
      else visit(node.arguments.slice(1));
      return;
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(body);
  return starts;
}

function startsOfJourneys(body: unknown, walked: readonly string[]): Set<number> {
  const starts = new Set<number>();
  const isWalked = (element: ESTree.Node) => {
    if (element.type === 'ArrayExpression')
      return walked.some((name) => name.endsWith(`: ${literalOf(element.elements[0])}`));
    if (element.type !== 'ObjectExpression') return false;
    return element.properties.some(
      (property) =>
        property.type === 'Property' && isNamed(property.key, 'name') && walked.includes(literalOf(property.value)),
    );
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node)) return;
    if (node.type === 'ArrayExpression')
      for (const element of node.elements) if (element && isWalked(element)) starts.add(element.start);
    for (const value of Object.values(node)) visit(value);
  };
  visit(body);
  return starts;
}

/** The violations of these rules: each subject has at least the given number of rows, without duplicates; each row names tests that are run; each id is above one test and in one row. */
export function complaintsAbout(
  rows: readonly Row[],
  marks: readonly Mark[],
  counted: Readonly<Record<string, number>>,
): string[] {
  const rowIds = rows.map(({ id }) => id);
  const listed = new Set(rows.flatMap(({ shownBy }) => shownBy));
  const placesOf = (id: string) => marks.filter((mark) => mark.id === id);
  return [
    ...rowIds.filter((id, at) => rowIds.indexOf(id) !== at).map((id) => `${id} has two rows`),
    ...rows.filter(({ says }) => says === '').map(({ id }) => `${id} has no description`),
    ...rows.filter(({ shownBy }) => shownBy.length === 0).map(({ id }) => `${id} is shown by no test`),
    ...rows.flatMap(({ id, shownBy }) =>
      shownBy.filter((shown) => !isTestId.test(shown)).map((shown) => `${id} names “${shown}”, which is not a test id`),
    ),
    ...[...listed].filter((id) => isTestId.test(id) && placesOf(id).length === 0).map((id) => `${id} is above no test`),
    ...marks
      .filter(({ id }) => placesOf(id).length > 1)
      .map(({ id, file }) => `${id} is above several tests, one of them in ${file}`),
    ...marks.filter(({ id }) => !listed.has(id)).map(({ id, file }) => `${id} in ${file} is in no row`),
    ...marks.filter(({ isRun }) => !isRun).map(({ id, file }) => `${id} in ${file} is above nothing that is run`),
    ...Object.entries(counted).flatMap(([subject, count]) => {
      const there = rowIds.filter((id) => id.startsWith(`${subject}.`)).length;
      return there < count ? [`${subject} has ${there} rows instead of ${count}`] : [];
    }),
  ];
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

function literalOf(node: unknown): string {
  return isNode(node) && node.type === 'Literal' ? String(node.value) : '';
}

/** Whether a call declares a test or a group, with its modifiers and its cases. */
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
  return inner.name === 'test' || inner.name === 'it' ? { opens: 'test', marks, each } : undefined;
}
