import { act, cleanup, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import type { CallName } from '../../src/core/api/calls.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { misshapen } from '../helpers/fake-server.ts';
import { AppHarness } from '../ui/app-harness.tsx';
import { answerOf, type Push, type Source } from './variations.ts';
import { type Answers, PUSHED, WORLD } from './world.ts';

/** A screen with what the server says there. */
export interface Scene {
  name: string;
  address: string;
  /** What the server says otherwise than in WORLD. */
  says?: Answers;
  /** The answers that matter there, if another scene has the rest; the default is all. */
  sources?: readonly Source[];
  /** The device pushes its attributes. */
  isPushed?: boolean;
  /** The buttons and options that the person chooses there, one after the other, if they are there. */
  chooses?: readonly RegExp[];
  /** A treatment runs there, and its person stops it once the screen was read. */
  isStopped?: boolean;
}

export interface Shown {
  text: string;
  /** Bugs that were reported, and a screen that says that it is broken. */
  broken: string[];
  /** The calls that were made. */
  called: ReadonlySet<string>;
  /** The devices that were stopped. */
  stopped: readonly unknown[];
}

const MOST_ROUNDS = 40;

/** Waits until the page changes no more by itself. */
async function settles(): Promise<void> {
  let before = '';
  for (let round = 0, equal = 0; round < MOST_ROUNDS && equal < 3; round += 1) {
    await act(() => new Promise((resolve) => setImmediate(resolve)));
    const now = document.body.textContent;
    equal = now === before && !now.endsWith(copy.common.loading) ? equal + 1 : 0;
    before = now;
  }
}

/** The button with these words, or the option with this label. */
const control = (words: RegExp): HTMLElement | undefined =>
  Array.from(document.body.querySelectorAll<HTMLElement>('button, input[type=radio]')).find((node) =>
    words.test(node.getAttribute('aria-label') ?? node.textContent),
  );

/** What a person or a screen reader can read. */
function readable(): string {
  const labels = Array.from(document.body.querySelectorAll('[aria-label], [alt], [placeholder]')).flatMap((node) =>
    ['aria-label', 'alt', 'placeholder'].map((name) => node.getAttribute(name) ?? ''),
  );
  const values = Array.from(document.body.querySelectorAll('input, textarea')).map(
    (node) => (node as HTMLInputElement).value,
  );
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
  return [...texts, ...labels, ...values].join('\n');
}

/** What the server and the device say. */
export type Given = Answers & Partial<Record<Push, unknown>>;

async function pushes({ channel }: AppHarness, attributes: unknown): Promise<void> {
  await act(async () => {
    if (channel.openConnections === 0) return;
    channel.push({ kind: 'line', state: 'open' });
    channel.push({ kind: 'attributes', attributes: attributes as Record<string, unknown> });
  });
}

const exactly = (words: string) => new RegExp(`^${words}$`);
/** Longer than a stop waits that is asked for in the first seconds of a treatment. */
const STOP_DELAY_MS = 6_000;

async function stops(app: AppHarness): Promise<void> {
  for (const words of [copy.treatment.stop, copy.common.confirm]) {
    act(() => control(exactly(words))?.click());
    await settles();
  }
  await app.advance(STOP_DELAY_MS);
}

/** What else happens before the page is opened, and once it shows what it shows. */
interface Moments {
  before?: (app: AppHarness) => void;
  whenShown?: (app: AppHarness) => Promise<void> | void;
}

/** Opens a scene with these answers, and reads what it shows. */
export async function shown(
  scene: Scene,
  { push = PUSHED, 'later push': later, ...answers }: Given = {},
  { before = () => {}, whenShown = () => {} }: Moments = {},
): Promise<Shown> {
  const app = new AppHarness();
  app.bridge.answers({ result: 'none' });
  before(app);
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const [call, wire] of Object.entries({ ...WORLD, ...scene.says, ...answers }))
    app.reply(answerOf(call as CallName), misshapen(wire));
  try {
    app.withDevice().open(scene.address);
    await settles();
    if (scene.isPushed) await pushes(app, push);
    if (later !== undefined) await pushes(app, later);
    await app.advance(1_500);
    for (const words of scene.chooses ?? []) {
      act(() => control(words)?.click());
      await settles();
    }
    await whenShown(app);
    const text = readable();
    if (scene.isStopped) await stops(app);
    const isBroken = screen.queryByText(copy.screenFailed.title) !== null;
    return {
      text,
      broken: [
        ...app.reporter.take().map(String),
        ...warned.mock.calls.map(([text]) => String(text).slice(0, 80)),
        ...(isBroken ? ['the screen is broken'] : []),
      ],
      called: new Set(app.http.called()),
      stopped: app.http.data(stopDevice),
    };
  } finally {
    cleanup();
    warned.mockRestore();
  }
}
