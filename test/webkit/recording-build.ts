import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newerBuiltIns } from '../helpers/unsupported-features.ts';

const KEY = 'recordedProblems';

/** Runs in the page before its own scripts. Records errors in sessionStorage for the life of the tab. */
function recordProblems(key: string): void {
  const keep = (words: string) => {
    const problems = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
    sessionStorage.setItem(key, JSON.stringify([...problems, `${location.pathname}: ${words}`]));
  };
  let leaving = false;
  window.addEventListener('beforeunload', () => (leaving = true));
  window.addEventListener('pageshow', () => (leaving = false));
  const onError = (event: Event) => {
    if (event instanceof ErrorEvent) return keep(`uncaught: ${event.message}`);
    if (leaving) return;
    const { target } = event;
    keep(
      `not loaded: ${target instanceof HTMLElement ? (target.getAttribute('src') ?? target.getAttribute('href')) : 'something'}`,
    );
  };
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', ({ reason }) => keep(`unhandled: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    keep(`refused by ${effectiveDirective}: ${blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const) {
    const say = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      keep(`console.${level}: ${words.map(String).join(' ')}`);
      say(...words);
    };
  }
}

/** Runs in the page before its own scripts. Deletes the built-ins that the oldest supported phone lacks. */
function deleteBuiltIns(names: readonly string[]): void {
  for (const name of names) {
    const way = name.split('.');
    const last = way.pop() ?? '';
    const owner = way.reduce<Record<string, unknown> | undefined>(
      (at, step) => at?.[step] as Record<string, unknown> | undefined,
      globalThis as unknown as Record<string, unknown>,
    );
    if (owner) delete owner[last];
  }
}

/** Runs in the page: returns the problems recorded in this tab. */
export const READ_PROBLEMS = `return JSON.parse(sessionStorage.getItem(${JSON.stringify(KEY)}) || '[]')`;

/** A copy of the build with a script added to its page. The script records errors, which WebDriver cannot report, and removes what the oldest supported phone lacks. */
export class RecordingBuild {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'physiolease-'));

  constructor() {
    const inside = (...parts: string[]) => path.join(this.directory, ...parts);
    cpSync(path.resolve('dist/app'), inside('app'), { recursive: true });
    cpSync(path.resolve('dist/headers.json'), inside('headers.json'));
    const page = readFileSync(inside('app/index.html'), 'utf8');
    const recording = page.replace(/<base\b[^>]*>/, '$&<script src="recording.js"></script>');
    if (recording === page) throw new Error('the built page has no <base> to insert a script after');
    writeFileSync(inside('app/index.html'), recording);
    const missing = newerBuiltIns.map(({ name }) => name);
    writeFileSync(
      inside('app/recording.js'),
      `(${recordProblems.toString()})(${JSON.stringify(KEY)});\n(${deleteBuiltIns.toString()})(${JSON.stringify(missing)});`,
    );
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
