import type { FieldFinding } from '../../../../core/api/examine/compare-answer.ts';
import { requestOf, type Line } from './line.ts';

/** The verdicts that require no action, in words. */
export const HARMLESS = [
  ['not-sent', 'optional, not sent'],
  ['unknown', 'not read by the app'],
] as const;

export function fieldLine({ call, path }: { call: string; path: string }, field: FieldFinding): Line {
  const { verdict, expected, got, renamedTo = [] } = field;
  const facts = [verdict.replace('-', ' '), expected && `expected ${expectedText(expected)}`, got && `got ${got}`];
  return {
    check: 'field',
    subject: `${call} ${nameOf(field)}`,
    ...requestOf({ path }),
    result: isWrong(field) ? 'bad' : isRenamed(field) ? 'warning' : 'note',
    detail: facts.filter(Boolean).join(', '),
    advice: renamedTo.length === 0 ? undefined : renameAdvice(renamedTo),
  };
}

/** A type of the contract in words; the schemas name JavaScript's types. */
export function expectedText(expected: string): string {
  return expected
    .replace(/^expected /, '')
    .replaceAll(/[()]/g, '')
    .replaceAll(' | ', ' or ')
    .replace('null or ', '')
    .replaceAll('string', 'text')
    .replace('Object', 'an object')
    .replace('Array', 'a list');
}

/** Asks whether a field was renamed, as `the answer has "expiresAt" of the same form: renamed?` */
export function renameAdvice(names: readonly string[]): string {
  return `the answer has ${names.map((name) => `"${name}"`).join(' or ')} of the same form: renamed?`;
}

/** The path of a field; `data` for the whole answer. */
export function nameOf({ path }: FieldFinding): string {
  return path === '' ? 'data' : path;
}

/** True if the field violates the contract. */
export function isWrong({ verdict }: FieldFinding): boolean {
  return verdict === 'missing' || verdict === 'unreadable';
}

/** True for an optional field that may have been renamed. */
export function isRenamed({ verdict, renamedTo }: FieldFinding): boolean {
  return verdict === 'not-sent' && renamedTo !== undefined;
}

export function isHarmless(field: FieldFinding): boolean {
  return !isWrong(field) && !isRenamed(field);
}
