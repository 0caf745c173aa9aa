import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

const HEIGHT = 10_000;

/** For each test of a file a page that is higher than the window: what is not laid out has no height of its own. */
export function onATallPage(): void {
  beforeEach(() => {
    Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: HEIGHT });
    window.scrollTo(0, 0);
  });
  afterEach(() => Reflect.deleteProperty(document.documentElement, 'scrollHeight'));
}

/** Scrolls until so many px are left below. */
export function scrollsToTheEnd({ left = 0 } = {}): void {
  window.scrollTo(0, HEIGHT - window.innerHeight - left);
  fireEvent.scroll(window);
}
