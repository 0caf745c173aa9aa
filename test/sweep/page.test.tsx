// @vitest-environment happy-dom
import { afterAll, expect, test } from 'vitest';
import { shown } from './page.tsx';
import { SCENES } from './scenes.ts';
import { SENTENCES } from './sentences.ts';
import { sweep } from './sweep.ts';
import type { Source } from './variations.ts';
import { WORLD } from './world.ts';

/** A busy machine needs longer for some thousand pages. */
const TIMEOUT_MS = 300_000;

let total = 0;
const swept = new Set<string>();

afterAll(() => void process.stdout.write(`The sweep of the page has ${total} cases.\n`));

test.each(SCENES)(
  'At $name, nothing is shown that rests on a fact that is gone, and the screen works',
  async (scene) => {
    const usual = await shown(scene);
    expect(usual.broken).toEqual([]);
    expect(usual.stopped).toEqual(scene.isStopped ? ['PL1001'] : []);
    const untrue = SENTENCES.filter(
      ({ scenes, says, isGuess }) => scenes.includes(scene.name) && isGuess === says.test(usual.text),
    );
    expect([untrue.map(({ says }) => says), usual.text]).toEqual([[], usual.text]);
    const known = { ...WORLD, ...scene.says };
    const called = [...usual.called].filter((call) => call in known) as Source[];
    const sources = scene.sources ?? called;
    const unread = SENTENCES.filter(({ scenes, call }) => scenes.includes(scene.name) && !sources.includes(call));
    expect(unread).toEqual([]);
    const { cases, findings } = await sweep(scene, sources, { usual });
    total += cases;
    for (const source of sources) swept.add(source);
    expect(findings).toEqual([]);
  },
  TIMEOUT_MS,
);

test('Every answer that the app reads is swept through a screen', () => {
  expect([...Object.keys(WORLD), 'push', 'later push', 'payment.prePay'].filter((call) => !swept.has(call))).toEqual(
    [],
  );
});
