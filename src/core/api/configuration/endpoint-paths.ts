import { CALLS, type CallName } from '../calls.ts';

/**
 * A path that every server and browser interprets alike: plain segments without dot segments, escapes, query or host.
 */
export const PLAIN_PATH = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?$/;

type Overrides = Readonly<Record<string, { readonly path: string } | undefined>>;

/**
 * Lists the invalid path overrides, one entry each. A read must not use a write's path, and a write must not use any
 * other call's path. Both the default and the configured path of the other call are reserved, because a server may
 * serve either.
 */
export function misplacedEndpoints(overrides: Overrides): string[] {
  return calls.flatMap((name) => {
    const { path } = overrides[name] ?? {};
    if (path === undefined) return [];
    const reserved = calls.filter((other) => other !== name && [CALLS[name].kind, CALLS[other].kind].includes('write'));
    const conflict = reserved.find((other) => pathsOf(other, overrides).some((usual) => matches(path, usual)));
    return conflict === undefined ? [] : [`endpoints.${name}.path: ${path} is where ${conflict} is reached`];
  });
}

const calls = Object.keys(CALLS) as CallName[];

function pathsOf(name: CallName, overrides: Overrides): string[] {
  const { path: override } = overrides[name] ?? {};
  return [CALLS[name].path, ...(override === undefined ? [] : [override])];
}

/** Also matches below another prefix, because a server with several API versions serves the same call there. */
function matches(path: string, other: string): boolean {
  return comparable(path).endsWith(comparable(other));
}

/** Normalizes case, a trailing slash and an extension such as `.json`, because some servers ignore them. */
function comparable(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/\.[^/.]*$/, '');
}
