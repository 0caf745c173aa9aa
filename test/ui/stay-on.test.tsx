// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLatest } from '../../src/core/device/api.ts';
import { goTo } from './app-harness.tsx';
import { RUNNING, running, underTreatment } from './under-treatment.ts';

/** The screen locks that the page holds. */
let locks: { released: boolean; release(): Promise<void> }[] = [];
const held = () => locks.filter(({ released }) => !released).length;

beforeEach(() => {
  locks = [];
  const request = async () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'wakeLock'));

const theSwitch = () => screen.findByRole('switch', { name: '屏幕常亮' });

test('The screen stays on while it shows a running treatment, and no longer', async () => {
  await underTreatment();
  await theSwitch();
  await waitFor(() => expect(held()).toBe(1));
  goTo('/my?tab=my');
  await waitFor(() => expect(held()).toBe(0));
});

test('The screen may turn off after the treatment has ended', async () => {
  const app = await underTreatment();
  await waitFor(() => expect(held()).toBe(1));
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(10_000);
  await waitFor(() => expect(held()).toBe(0));
});

test('A page that is shown again keeps the screen on again, with one lock', async () => {
  const app = await underTreatment();
  await waitFor(() => expect(held()).toBe(1));
  await app.resumes();
  expect(locks).toHaveLength(1);
  await act(async () => locks[0]?.release());
  await app.resumes();
  await waitFor(() => expect([locks.length, held()]).toEqual([2, 1]));
});

test('The switch lets the screen turn off, and the phone remembers it', async () => {
  const app = await underTreatment();
  await waitFor(() => expect(held()).toBe(1));
  fireEvent.click(await theSwitch());
  await waitFor(() => expect(held()).toBe(0));
  goTo('/my?tab=my');
  goTo('/process?sno=PL1001');
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('false');
  await app.advance(1_000);
  expect(held()).toBe(0);
});

test('A phone that refuses to keep the screen on shows the treatment all the same', async () => {
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: { request: async () => Promise.reject(new DOMException('low battery', 'NotAllowedError')) },
  });
  await underTreatment();
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('true');
});

test('A phone without the function shows no switch', async () => {
  Reflect.deleteProperty(navigator, 'wakeLock');
  const app = await underTreatment(running());
  await app.advance(1_000);
  expect(screen.queryByRole('switch')).toBeNull();
});
