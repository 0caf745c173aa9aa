// @vitest-environment happy-dom
import { beforeAll, describe, expect, test } from 'vitest';
import { preloadScreens } from '../../src/ui/routes.tsx';
import { shown } from './page.tsx';
import { SCENES } from './scenes.ts';
import { SENTENCES } from './sentences.ts';
import { sweep } from './sweep.ts';
import type { Source } from './variations.ts';
import { WORLD } from './world.ts';

beforeAll(preloadScreens);

let total = 0;

describe.each(SCENES)('$name', (scene) => {
  test('Without a fact, no sentence that rests on it is shown, and the screen works', async () => {
    const usual = await shown(scene);
    expect(usual.broken).toEqual([]);
    const untrue = SENTENCES.filter(
      ({ scenes, says, isGuess }) => scenes.includes(scene.name) && isGuess === says.test(usual.text),
    );
    expect([untrue.map(({ says }) => says), usual.text]).toEqual([[], usual.text]);
    const known = { ...WORLD, ...scene.says };
    const sources = [...(scene.isPushed ? ['push'] : []), ...usual.called].filter(
      (call) => call === 'push' || call in known,
    );
    const { cases, findings } = await sweep(scene, sources as Source[]);
    total += cases;
    process.stdout.write(`${scene.name} ${cases} of ${total}\n`);
    expect(findings).toEqual([]);
  });
});
