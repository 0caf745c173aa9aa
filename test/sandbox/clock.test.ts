import { describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { sandbox } from './callers.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

describe('the clock of the sandbox', () => {
  test('The sandbox’s clock dates every answer: the page’s file, the API calls and the control API’s', async () => {
    const { at, control } = await sandbox({
      page: { kind: 'middleware', handle: (_, response) => void response.end('{}') },
    });
    await control('clock', { advanceMs: DAY });
    for (const path of ['/app-config.json', `/api${getUser.path}`, '/__sandbox/state']) {
      const { headers } = await fetch(at + path);
      expect([path, Math.abs(Date.parse(headers.get('date') ?? '') - Date.now() - DAY) < MINUTE]).toEqual([path, true]);
    }
  });

  test.each(['weixin.js', 'clock.js'])(
    'The script %s contains the current skew of the sandbox’s clock',
    async (script) => {
      const { at, control } = await sandbox();
      const ahead = async () =>
        Number(/Number\('(-?\d+)'\)/.exec(await (await fetch(`${at}/__sandbox/${script}`)).text())?.[1]);
      expect(await ahead()).toBe(0);
      await control('clock', { advanceMs: DAY });
      await control('clock', { advanceMs: MINUTE });
      expect(await ahead()).toBe(DAY + MINUTE);
      await control('reset', {});
      expect(await ahead()).toBe(0);
    },
  );
});
