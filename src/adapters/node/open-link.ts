import { spawn } from 'node:child_process';

type Variables = Readonly<Record<string, string | undefined>>;

const PROGRAMS: Partial<Record<string, string>> = { darwin: 'open', win32: 'explorer' };
/** Includes the token. Programs started by the desktop pass their environment on to their own child processes. */
const OWN_VARIABLES = /^PHYSIO_/i;

/** Opens a link in the desktop's browser, without this program's environment variables. Does nothing without a desktop. */
export function openLink(link: string, variables: Variables = process.env): void {
  const env = Object.fromEntries(Object.entries(variables).filter(([name]) => !OWN_VARIABLES.test(name)));
  spawn(PROGRAMS[process.platform] ?? 'xdg-open', [link], { stdio: 'ignore', detached: true, env })
    .on('error', () => {})
    .unref();
}
