// @vitest-environment happy-dom
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StorageArea } from '../../src/ports/app-storage.ts';
import { preloadScreens } from '../../src/ui/routes.tsx';
import { withOther } from '../core/api/shapes.ts';
import type { AppHarness } from '../ui/app-harness.tsx';
import { type Scene, shown } from './page.tsx';
import { AT_REST, SCENES } from './scenes.ts';
import { RAW } from './sweep.ts';
import { WORLD } from './world.ts';

beforeAll(preloadScreens);

const OTHERS: readonly unknown[] = [undefined, null, 'FROM_ANOTHER_TABLE', { nonsense: 1 }, -1];
/** A busy machine needs longer for some hundred pages. */
const TIMEOUT_MS = 240_000;

/** What leaves a record on the phone, and the screens that read it. */
const STORIES: readonly { leaves: Scene; record: string; reads: string }[] = [
  {
    leaves: {
      name: 'a start',
      address: '/modeMenu?sno=PL1001',
      says: { ...AT_REST, 'device.listDevices': WORLD['device.listDevices'] },
      chooses: [/^生物电/, /^确认$/],
    },
    record: 'treatments',
    reads: 'a treatment',
  },
  {
    leaves: { ...SCENES.find(({ name }) => name === 'an order that was placed'), name: 'an order' } as Scene,
    record: 'purchases',
    reads: 'an order to pay',
  },
];

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

/** The steps to every part of a value. */
function partsOf(value: unknown, steps: readonly string[] = []): string[][] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[...steps], ...below.flatMap(([name, part]) => partsOf(part, [...steps, name]))];
}

test.each(STORIES)(
  'What $leaves.name leaves on the phone may be of any shape',
  async ({ leaves, record, reads }) => {
    const scene = SCENES.find(({ name }) => name === reads);
    if (!scene) throw new Error(`no scene ${reads}`);
    const left = await leftBy(leaves);
    expect(left.map(([, key]) => key)).toContainEqual(expect.stringContaining(record));
    const findings: string[] = [];
    for (const [area, key, value] of left)
      for (const steps of partsOf(value))
        for (const other of OTHERS) {
          const text = JSON.stringify(withOther(value, steps, other)) ?? '';
          const before = ({ storage }: AppHarness) => {
            for (const [where, name, usual] of left) storage.write(where, name, JSON.stringify(usual));
            storage.write(area, key, text);
          };
          total += 1;
          const page = await shown(scene, {}, { before });
          const raw = RAW.exec(page.text)?.[0];
          for (const wrong of [...page.broken, ...(raw === undefined ? [] : [`shows ${raw}`])])
            findings.push(`${key} ${steps.join('.')} ${String(JSON.stringify(other))}: ${wrong}`);
        }
    expect(findings).toEqual([]);
  },
  TIMEOUT_MS,
);
