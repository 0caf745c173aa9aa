import { CALLS, type CallName } from './calls.ts';

/** A path below the API's address as every server and browser reads it alike: plain folders, no dot segments, escapes, query or host. */
export const PLAIN_PATH = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?$/;

type Overrides = Readonly<Record<string, { readonly path: string }>>;

/**
 * What is wrong with the paths that a deployment gives, an entry each: a read never goes where a write is reached, and a write never where any
 * other call is. Both the usual path of the other call and its path here are closed, since a server may answer at either.
 */
export function misplacedEndpoints(overrides: Overrides): string[] {
  return Object.entries(overrides).flatMap(([name, { path }]) => {
    const hasEffect = !isCall(name) || CALLS[name].kind === 'write';
    const taken = calls.find((other) => other !== name && (hasEffect || CALLS[other].kind === 'write') && pathsOf(other, overrides).some((usual) => leadsTo(path, usual)));
    return taken === undefined ? [] : [`endpoints.${name}.path: ${path} is where ${taken} is reached`];
  });
}

const calls = Object.keys(CALLS) as CallName[];

export function isCall(name: string): name is CallName {
  return Object.prototype.hasOwnProperty.call(CALLS, name);
}

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
  return path.toLowerCase().replace(/\/$/, '').replace(/\.[^/.]*$/, '');
}
