import { closeSync, constants, fstatSync, lstatSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { Problem } from '../../../core/problem.ts';
import { replaceFile } from './replace-file.ts';

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;

/** The text of a private file; undefined if it does not exist. Throws the Problem `storage` if it is a link or accessible to others. */
export function readPrivateFile(path: string): string | undefined {
  const file = openToRead(path);
  if (file === undefined) return undefined;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw refusal(path, 'is not a regular file; use a regular file instead');
    if (stats.nlink > 1) throw refusal(path, 'is hard-linked elsewhere; use a copy instead');
    requirePrivate(path, stats, OTHERS, 'chmod 600');
    return textIn(readFileSync(file), path);
  } finally {
    closeSync(file);
  }
}

/** The text of UTF-8, or of UTF-16 with its byte order mark, as Windows PowerShell writes with `>`. */
function textIn(bytes: Uint8Array, path: string): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw refusal(path, 'is damaged; delete it', cause);
  }
}

/** Replaces a private file atomically. `ending` is the end of the name of the temporary file. Throws the Problem `storage` for a link. */
export function replacePrivateFile(path: string, text: string, ending: string): void {
  refuseLink(path);
  replaceFile(path, text, { mode: 0o600, ending });
}

/** Creates `inner` with its parents. Throws the Problem `storage` if another user could have prepared `outer` or `inner`. */
export function preparePrivateDirectory(outer: string, inner: string): void {
  mkdirSync(inner, { recursive: true, mode: 0o700 });
  refuseLink(inner);
  requirePrivate(outer, statSync(outer), OTHERS_WRITE, 'chmod 700');
  requirePrivate(inner, statSync(inner), OTHERS, 'chmod 700');
}

/** Throws the Problem `storage` for a symbolic link, because another user may control its target. */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw refusal(path, 'is a link; use the original instead');
}

function openToRead(path: string): number | undefined {
  refuseLink(path);
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw code === 'ELOOP' ? refusal(path, 'is a link; use the original instead', thrown) : thrown;
  }
}

/** Quotes a path as one word for a POSIX shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Checks owner and permission bits, except on Windows, which has neither. */
function requirePrivate(path: string, { mode, uid }: Stats, forbidden: number, cure: string): void {
  const self = process.getuid?.();
  if (self === undefined) return;
  if (uid !== self) throw refusal(path, 'belongs to another user; use a file of your own instead');
  if (mode & forbidden) throw refusal(path, `is open to others; run: ${cure} ${quoted(path)}`);
}

function refusal(path: string, why: string, cause?: unknown): Problem {
  return new Problem('storage', { message: `${path} ${why}`, cause });
}
