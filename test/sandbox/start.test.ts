import { execFileSync } from 'node:child_process';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runWithMiddleware } from '../../sandbox/program.ts';

describe('npm start', () => {
  test('--help lists the options, before anything is built or served', () => {
    const text = execFileSync(process.execPath, ['scripts/start.mjs', '--help'], { encoding: 'utf8', timeout: 20_000 });
    for (const option of ['--port N', '--host', '--brand', '--lang', '--no-report', '--base-path'])
      expect(text).toContain(option);
  });

  test.each([
    [['--port', ''], 'the port must be a whole number'],
    [['--port', '1e3'], 'the port must be a whole number'],
    [['--base-path', 'h5'], 'the base path must begin and end with a slash'],
    [['--base-path', '/h5/../'], 'the base path must begin and end with a slash'],
    [['--base-path', '/api/'], 'the sandbox itself answers below /api/'],
  ])('The options %j are refused with the reason', async (options, reason) => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => void (process.exitCode = undefined));
    await runWithMiddleware(options, () => expect.unreachable());
    expect([process.exitCode, said.mock.calls.join()]).toEqual([2, expect.stringContaining(reason)]);
  });
});
