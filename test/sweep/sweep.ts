import { type Given, type Scene, shown, type Shown } from './page.tsx';
import { SENTENCES } from './sentences.ts';
import { type Case, casesOf, readingOf, type Source } from './variations.ts';
import { PUSHED, WORLD } from './world.ts';

/** Nothing of the program's own is ever shown. */
export const RAW = /NaN|undefined|\[object|Invalid Date|\bnull\b/;

/** Replaces a fact that is gone, as code that guesses would. */
export type Guess = (changed: Case) => unknown;

export interface SweepOptions<Usual> {
  guess?: Guess;
  /** The only place whose cases are tried. */
  only?: string;
  /** What is shown of the answers as they are. */
  usual?: Usual;
}

export interface Sweep {
  /** The number of cases. */
  cases: number;
  findings: string[];
}

/** Facts that end a treatment for its person if they are otherwise. Whatever else is given, it can be stopped. */
const ENDS: readonly [call: Source, path: string][] = [
  ['device.checkDevice', 'status'],
  ['device.getDetail', 'onlineStatusDesc'],
  ['device.readLatest', 'onOff'],
  ['push', 'OnOff'],
  ['later push', 'OnOff'],
];

const ends = (each: Case) =>
  each.how === 'at odds' && ENDS.some(([call, path]) => call === each.call && path === each.path);

/** A person whose treatment runs stops its device, and no other. */
export const wrongStops = (scene: Scene, stopped: Shown['stopped']): string[] =>
  scene.isStopped && stopped.join() !== 'PL1001' ? [`stops ${stopped.join() || 'nothing'}`] : [];

/** What is wrong with what a scene shows in a case. */
function wrongWith(scene: Scene, each: Case, { text, broken, stopped }: Shown): string[] {
  const raw = RAW.exec(text)?.[0];
  const said = SENTENCES.filter(
    ({ scenes, call, rests, says }) =>
      each.isGone &&
      scenes.includes(scene.name) &&
      call === each.call &&
      rests.some((path) => isPartOf(path, each)) &&
      says.test(text),
  ).map(({ says }) => `says ${String(says.exec(text)?.[0])}`);
  return [
    ...broken,
    ...(raw === undefined ? [] : [`shows ${raw}`]),
    ...said,
    ...(ends(each) ? [] : wrongStops(scene, stopped)),
  ];
}

/** True if a fact is gone with the place: it is the place, lies below it, or the whole answer is unreadable. */
export const isPartOf = (path: string, { path: place, read }: Case) =>
  path === place || place === '' || path.startsWith(`${place}.`) || path.startsWith(`${place}[`) || read === 'rejected';

/** Shows a scene with every case of these calls; answers that the app reads alike are shown once. */
export async function sweep(
  scene: Scene,
  calls: readonly Source[],
  { guess = ({ wire }) => wire, only, usual }: SweepOptions<Shown> = {},
): Promise<Sweep> {
  let cases = 0;
  const findings: string[] = [];
  for (const call of calls) {
    const base = { ...WORLD, push: PUSHED, 'later push': PUSHED, ...scene.says }[call as keyof typeof WORLD];
    const seen = new Map<string, Promise<Shown>>();
    if (usual) seen.set(readingOf(call, base), Promise.resolve(usual));
    for (const each of casesOf(call, base)) {
      if (only !== undefined && each.path !== only) continue;
      cases += 1;
      const wire = guess(each);
      const key = wire === each.wire ? each.read : JSON.stringify(wire);
      const page = seen.get(key) ?? shown(scene, { [call]: wire } as Given);
      seen.set(key, page);
      for (const wrong of wrongWith(scene, each, await page))
        findings.push(`${scene.name}: ${call} ${each.path || 'data'} ${each.how}: ${wrong}`);
    }
  }
  return { cases, findings: [...new Set(findings)] };
}
