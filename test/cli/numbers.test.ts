import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { DeviceNumbers } from '../../src/cli/commands/device/numbers.ts';

const ofStdin = (text: string, stdinBytes?: number) => ({ stdin: Readable.from([text]), stdinBytes });

async function all(numbers: DeviceNumbers): Promise<[string, number | undefined][]> {
  const seen: [string, number | undefined][] = [];
  for await (const number of numbers) seen.push([number, numbers.share]);
  return seen;
}

test('DeviceNumbers yields the arguments, with the lines of stdin in place of -', async () => {
  const seen = await all(new DeviceNumbers(['A1', '-', 'A2'], ofStdin('B1\n\n  B2 \r\n')));
  expect(seen.map(([number]) => number)).toEqual(['A1', 'B1', 'B2', 'A2']);
});

test('DeviceNumbers knows its progress for arguments and files but not for pipes', async () => {
  expect(await all(new DeviceNumbers(['A1', 'A2'], ofStdin('')))).toEqual([
    ['A1', 0.5],
    ['A2', 1],
  ]);
  expect(await all(new DeviceNumbers(['-'], ofStdin('B1\nB2\n', 6)))).toEqual([
    ['B1', 0.5],
    ['B2', 1],
  ]);
  expect(await all(new DeviceNumbers(['-'], ofStdin('B1\n')))).toEqual([['B1', undefined]]);
});

// covers cli.rule.4a
test('DeviceNumbers reads a hundred thousand lines as they are consumed, not all at once', async () => {
  let given = 0;
  function* lines() {
    for (; given < 100_000; given += 1) yield `DEV${given}\n`;
  }
  const numbers = new DeviceNumbers(['-'], { stdin: Readable.from(lines()) });
  for await (const _ of numbers) break;
  expect(given).toBeLessThan(5_000);
});
