// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { applyBrand } from '../../src/ui/brand/apply-brand.ts';
import { Mark } from '../../src/ui/parts/graphics/Wordmark.tsx';

const NAMED = { name: '安舒理疗', description: '' };

afterEach(cleanup);

/** Applies a brand to an empty page, and returns the colour of the accent. */
function applied(colours: { accent?: string; accentDark?: string }): string {
  const { style } = document.documentElement;
  onTestFinished(() => void style.removeProperty('--accent'));
  applyBrand({ ...NAMED, ...colours });
  return style.getPropertyValue('--accent');
}

test('A colour with too little contrast is adjusted', () => {
  expect(applied({ accent: '#ffe000' })).toMatch(/^#(?!ffe000)\w{6}$/);
});

test('The mark of the app replaces a logo that is missing or fails to load', () => {
  const { container, rerender } = render(<Mark logo="https://shop.test/logo.svg" />);
  const logo = container.querySelector('img') as HTMLImageElement;
  expect(logo.getAttribute('src')).toBe('https://shop.test/logo.svg');
  fireEvent.error(logo);
  expect([container.querySelector('img'), container.querySelectorAll('svg').length]).toEqual([null, 1]);
  rerender(<Mark key="none" logo={undefined} />);
  expect(container.querySelectorAll('svg')).toHaveLength(1);
});
