import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

const HEIGHT = 10_000;

/** Gives the page a fixed height in each test of a file, because happy-dom has no layout. */
export function withTallPage(): void {
  beforeEach(() => {
    Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: HEIGHT });
    window.scrollTo(0, 0);
  });
  afterEach(() => Reflect.deleteProperty(document.documentElement, 'scrollHeight'));
}

/** Scrolls until `left` px remain below. */
export function scrollsToTheEnd({ left = 0 } = {}): void {
  window.scrollTo(0, HEIGHT - window.innerHeight - left);
  fireEvent.scroll(window);
}
