import { expect, test } from 'vitest';
import { CUSTOM_DEFAULT, presetOf } from '../../../src/core/treatment/presets.ts';
import { repeatOf } from '../../../src/core/treatment/repeat-treatment.ts';

test.each(['bio', 'light', 'sleep', 'quantum'] as const)('The preset %s is found again under its mode', (mode) => {
  expect(repeatOf({ mode, state: { ...presetOf(mode), on: false } }, undefined)).toBe(mode);
});

test('Settings of the custom screen are found again there, as long as the screen keeps them', () => {
  const ended = { mode: 'bio' as const, state: { ...CUSTOM_DEFAULT, on: false } };
  expect(repeatOf(ended, CUSTOM_DEFAULT)).toBe('custom');
  expect(repeatOf(ended, { ...CUSTOM_DEFAULT, workMinutes: 60 })).toBeUndefined();
  expect(repeatOf(ended, undefined)).toBeUndefined();
});
