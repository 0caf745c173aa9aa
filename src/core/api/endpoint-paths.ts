import { CALLS, type CallName } from './calls.ts';

/** A path below the API's address as every server and browser reads it alike: plain folders, no dot segments, escapes, query or host. */
export const PLAIN_PATH = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?$/;

type Overrides = Readonly<Record<string, { readonly path: string } | undefined>>;

/**
 * What is wrong with the paths that a deployment gives, an entry each: a read never goes where a write is reached, and a write never where any
 * other call is. Both the usual path of the other call and its path here are closed, since a server may answer at either.
 */
export function misplacedEndpoints(overrides: Overrides): string[] {
  return calls.flatMap((name) => {
    const { path } = overrides[name] ?? {};
    if (path === undefined) return [];
    const closed = calls.filter((other) => other !== name && [CALLS[name].kind, CALLS[other].kind].includes('write'));
    const taken = closed.find((other) => pathsOf(other, overrides).some((usual) => leadsTo(path, usual)));
    return taken === undefined ? [] : [`endpoints.${name}.path: ${path} is where ${taken} is reached`];
  });
}

const calls = Object.keys(CALLS) as CallName[];

function pathsOf(name: CallName, overrides: Overrides): string[] {
  const { path: here } = overrides[name] ?? {};
  return [CALLS[name].path, ...(here === undefined ? [] : [here])];
}

/** Below another folder it is taken for the same call, as a server that knows two versions of it would. */
function leadsTo(path: string, other: string): boolean {
  return comparable(path).endsWith(comparable(other));
}

/** Servers differ on whether case, a closing slash and an ending such as `.json` count. */
function comparable(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/\.[^/.]*$/, '');
}
