import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../../src/core/basics/time.ts';
import { STANDARD_TABLES } from '../../../src/core/device/tables.ts';
import { presetOf } from '../../../src/core/treatment/settings/presets.ts';
import { startToSend } from '../../../src/core/treatment/start/start.ts';

const NOW = Date.UTC(2026, 2, 2);
const start = { sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) };
describe('The key of a start', () => {
  const earlier = { ...start, key: 'old', at: NOW - MINUTE, tries: 1 };

  test.each([
    ['repeats an earlier one with the same settings', earlier, 'old', 2],
    ['has no earlier one', undefined, 'new', 1],
    ['follows one from two minutes before', { ...earlier, at: NOW - 2 * MINUTE }, 'new', 1],
    ['has other settings', { ...earlier, settings: presetOf('sleep', STANDARD_TABLES) }, 'new', 1],
    ['follows one of unknown settings', { ...earlier, settings: undefined }, 'new', 1],
  ])('A start that %s', (_, before, key, tries) => {
    expect(startToSend(start, before, { newKey: 'new' }, NOW)).toMatchObject({ key, tries });
  });
});
