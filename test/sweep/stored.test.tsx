// @vitest-environment happy-dom
import { afterAll, expect, test } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { storedOpenPurchases, storedPaidPurchases } from '../../src/core/checkout/records/stored.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { storedTreatments } from '../../src/core/treatment/records/stored.ts';
import type { StorageArea } from '../../src/ports/app-storage.ts';
import { withOther } from '../core/api/shapes.ts';
import { accountOf } from '../helpers/create-test-app.ts';
import type { AppHarness } from '../ui/app-harness.tsx';
import { type Scene, shown } from './page.tsx';
import { SCENES } from './scenes.ts';
import { RAW, wrongStops } from './sweep.ts';

/** What may stand in the place of a stored part: nothing, what is empty, unknown, of another type, negative or huge. */
const OTHERS: readonly unknown[] = [
  undefined,
  null,
  '',
  [],
  {},
  'FROM_ANOTHER_TABLE',
  { nonsense: 1 },
  -1,
  2 ** 60,
  '9'.repeat(30),
];
/** A busy machine needs longer for some hundred pages. */
const TIMEOUT_MS = 240_000;

function sceneOf(name: string): Scene {
  const scene = SCENES.find((each) => each.name === name);
  if (!scene) throw new Error(`no scene ${name}`);
  return scene;
}

/** What leaves a record on the phone, and the screens that read it. */
const STORIES: readonly { leaves: Scene; record: string; reads: string }[] = [
  {
    leaves: sceneOf('a start'),
    record: 'treatments',
    reads: 'a treatment',
  },
  {
    leaves: sceneOf('an order that was placed'),
    record: 'purchases',
    reads: 'an order to pay',
  },
];

/** The records of which each row is read on its own; of the others, each text counts. */
const READ_BY_ROWS = /(treatments|pendingStarts|stoppedAt|stopsAsked|purchases|paidPurchases)$/;

let total = 0;
afterAll(() => void process.stdout.write(`The sweep of the stored records has ${total} cases.\n`));

type Stored = [area: StorageArea, key: string, value: unknown];

async function leftBy(scene: Scene): Promise<Stored[]> {
  const left: Stored[] = [];
  const whenShown = ({ storage }: AppHarness) => {
    for (const [area, values] of Object.entries(storage.snapshot()))
      for (const [key, text] of Object.entries(values))
        if (/^[[{]/.test(text)) left.push([area as StorageArea, key, JSON.parse(text)]);
  };
  await shown(scene, {}, { whenShown });
  return left;
}

/** A list that has each row twice, or a record that has its first row under another name as well. */
function twice(value: unknown): unknown[] {
  if (Array.isArray(value)) return [[...value, ...value]];
  if (typeof value !== 'object' || value === null) return [];
  return [{ ...value, PL2002: Object.values(value)[0] }];
}

/** What the app makes of all stored records, as text: records that it reads alike look alike. */
function readingOf(records: readonly Stored[], written: string): string {
  const storage = new FakeAppStorage();
  for (const [area, key, value] of records) storage.write(area, key, JSON.stringify(value) ?? '');
  const scope = new AccountScope(storage);
  scope.enter(accountOf('o'));
  const treatments = Object.values(storedTreatments(scope)).map((stored) => stored.get());
  const read = [treatments, storedOpenPurchases(scope).get(), storedPaidPurchases(scope).get()];
  return JSON.stringify([read, READ_BY_ROWS.test(written) || JSON.stringify(records)]);
}

const partAt = (value: unknown, steps: readonly string[]) =>
  steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], value);

/** The steps to every part of a value. */
function partsOf(value: unknown, steps: readonly string[] = []): string[][] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[...steps], ...below.flatMap(([name, part]) => partsOf(part, [...steps, name]))];
}

test.each(STORIES)(
  'What $leaves.name leaves on the phone may be of any shape',
  async ({ leaves, record, reads }) => {
    const scene = sceneOf(reads);
    const left = await leftBy(leaves);
    expect(left.map(([, key]) => key)).toContainEqual(expect.stringContaining(record));
    const findings: string[] = [];
    const seen = new Map<string, ReturnType<typeof shown>>();
    for (const [at, [area, key, value]] of left.entries())
      for (const steps of partsOf(value))
        for (const other of [...OTHERS, ...twice(partAt(value, steps))]) {
          total += 1;
          const records = left.with(at, [area, key, withOther(value, steps, other)]);
          const before = ({ storage }: AppHarness) => {
            for (const [where, name, each] of records) storage.write(where, name, JSON.stringify(each) ?? '');
          };
          const reading = readingOf(records, key);
          const page = await (seen.get(reading) ?? shown(scene, {}, { before }));
          seen.set(reading, Promise.resolve(page));
          const raw = RAW.exec(page.text)?.[0];
          for (const wrong of [
            ...page.broken,
            ...(raw === undefined ? [] : [`shows ${raw}`]),
            ...wrongStops(scene, page.stopped),
          ])
            findings.push(`${key} ${steps.join('.')} ${String(JSON.stringify(other))}: ${wrong}`);
        }
    expect(findings).toEqual([]);
  },
  TIMEOUT_MS,
);
