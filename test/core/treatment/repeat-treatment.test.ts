import { expect, test } from 'vitest';
import { STANDARD_TABLES } from '../../../src/core/device/tables.ts';
import { customDefault, presetOf } from '../../../src/core/treatment/settings/presets.ts';
import { repeatOf } from '../../../src/core/treatment/repeat-treatment.ts';

test.each(['bio', 'light', 'sleep', 'quantum'] as const)('The preset %s is found again under its mode', (mode) => {
  expect(repeatOf({ mode, state: { ...presetOf(mode, STANDARD_TABLES), on: false } }, undefined, STANDARD_TABLES)).toBe(
    mode,
  );
});

test('Settings of the custom screen are found again there, as long as the screen keeps them', () => {
  const ended = { mode: 'bio' as const, state: { ...customDefault(STANDARD_TABLES), on: false } };
  expect(repeatOf(ended, customDefault(STANDARD_TABLES), STANDARD_TABLES)).toBe('custom');
  expect(repeatOf(ended, { ...customDefault(STANDARD_TABLES), workMinutes: 60 }, STANDARD_TABLES)).toBeUndefined();
  expect(repeatOf(ended, undefined, STANDARD_TABLES)).toBeUndefined();
});
