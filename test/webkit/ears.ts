import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const KEY = 'ears';

/** Runs before everything else on a page, and keeps what goes wrong there for as long as the tab lives. */
function listen(key: string): void {
  const keep = (words: string) => {
    const heard = JSON.parse(sessionStorage.getItem(key) ?? '[]') as string[];
    sessionStorage.setItem(key, JSON.stringify([...heard, `${location.pathname}: ${words}`]));
  };
  const onError = (event: Event) => {
    if (event instanceof ErrorEvent) return keep(`uncaught: ${event.message}`);
    const { target } = event;
    keep(`not loaded: ${target instanceof HTMLElement ? (target.getAttribute('src') ?? target.getAttribute('href')) : 'something'}`);
  };
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', ({ reason }) => keep(`unhandled: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => keep(`refused by ${effectiveDirective}: ${blockedURI}`));
  for (const level of ['error', 'warn'] as const) {
    const say = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      keep(`console.${level}: ${words.map(String).join(' ')}`);
      say(...words);
    };
  }
}

/** Runs in a page with ears: what was heard in this tab. */
export const heard = `return JSON.parse(sessionStorage.getItem(${JSON.stringify(KEY)}) || '[]')`;

/** The build as it is, with ears in its document: the driver has no way to hear a page. */
export class BuildWithEars {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'physiolease-'));

  constructor() {
    const inside = (...parts: string[]) => path.join(this.directory, ...parts);
    cpSync(path.resolve('dist/app'), inside('app'), { recursive: true });
    cpSync(path.resolve('dist/headers.json'), inside('headers.json'));
    const page = readFileSync(inside('app/index.html'), 'utf8');
    const listening = page.replace(/<base\b[^>]*>/, '$&<script src="ears.js"></script>');
    if (listening === page) throw new Error('no place for the ears in the built page');
    writeFileSync(inside('app/index.html'), listening);
    writeFileSync(inside('app/ears.js'), `(${listen.toString()})(${JSON.stringify(KEY)});`);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
