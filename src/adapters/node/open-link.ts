import { spawn } from 'node:child_process';

type Variables = Readonly<Record<string, string | undefined>>;

const PROGRAMS: Partial<Record<string, string>> = { darwin: 'open', win32: 'explorer' };
/** The token among them: what a desktop starts passes its environment on to all that it starts. */
const OWN_VARIABLES = /^PHYSIO_/i;

/** Shows a link in the desktop's browser, which gets no variable of this program; where there is none, nothing happens. */
export function openLink(link: string, variables: Variables = process.env): void {
  const env = Object.fromEntries(Object.entries(variables).filter(([name]) => !OWN_VARIABLES.test(name)));
  spawn(PROGRAMS[process.platform] ?? 'xdg-open', [link], { stdio: 'ignore', detached: true, env })
    .on('error', () => {})
    .unref();
}
