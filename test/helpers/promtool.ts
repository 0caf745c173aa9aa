import { spawnSync } from 'node:child_process';

const PROMTOOL = process.env['PROMTOOL_PATH'] ?? 'promtool';

/** Runs the checker of Prometheus's rules and metrics, with a text as its input. */
export function promtoolReading(input: string, ...words: string[]) {
  return spawnSync(PROMTOOL, words, { encoding: 'utf8', input });
}

export const promtool = (...words: string[]) => promtoolReading('', ...words);

export const hasPromtool = promtool('--version').error === undefined;
