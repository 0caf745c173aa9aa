// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { applyBrand } from '../../src/ui/brand/apply-brand.ts';
import { Mark } from '../../src/ui/parts/graphics/Wordmark.tsx';

const NAMED = { name: '安舒理疗', description: '' };

afterEach(cleanup);

/** Applies a brand to an empty page. Returns the colour of the accent and the warnings in the console. */
function applied(colours: { accent?: string; accentDark?: string }): { accent: string; warnings: unknown[] } {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { style } = document.documentElement;
  onTestFinished(() => void style.removeProperty('--accent'));
  applyBrand({ ...NAMED, ...colours });
  return { accent: style.getPropertyValue('--accent'), warnings: warn.mock.calls.flat() };
}

test('Readable colours of a brand are used as they are, without a word in the console', () => {
  expect(applied({ accent: '#7B3FA0', accentDark: '#cfaaf0' })).toEqual({ accent: '#7b3fa0', warnings: [] });
});

test('A colour with too little contrast is adjusted, and the console names the field and both colours', () => {
  const { accent, warnings } = applied({ accent: '#ffe000' });
  expect(accent).toMatch(/^#\w{6}$/);
  expect(accent).not.toBe('#ffe000');
  expect(warnings).toEqual([`app-config.json: brand.accent #ffe000 has too little contrast; the page uses ${accent}`]);
});

test('A value that is no colour is ignored', () => {
  expect(applied({ accent: 'purple' }).accent).toBe('');
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
