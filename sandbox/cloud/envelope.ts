import * as v from 'valibot';
import type { Endpoint } from '../../src/core/api/endpoint.ts';

type Row = Pick<Endpoint<never, v.GenericSchema, v.GenericSchema>, 'envelope' | 'request'>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The payload of a request, or every error in it, field by field. */
export function opened({ envelope, request }: Row, body: string): { data: unknown } | { wrong: string[] } {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return { wrong: ['the body is not JSON'] };
  }
  if (!isObject(json)) return { wrong: ['the body must be an object'] };
  const wrong = wrongWithEnvelope(envelope, json);
  if (wrong.length > 0) return { wrong };
  const result = v.safeParse(request, json['data']);
  if (!result.success) {
    return {
      wrong: result.issues.map(
        (issue) =>
          `data${dotted(v.getDotPath(issue))}: expected ${issue.expected ?? 'something else'}, got ${issue.received}`,
      ),
    };
  }
  const unknown = unknownFields(json['data'], result.output, 'data');
  return unknown.length > 0
    ? { wrong: unknown.map((field) => `${field}: this call has no such field`) }
    : { data: result.output };
}

function wrongWithEnvelope(envelope: Row['envelope'], json: Record<string, unknown>): string[] {
  const allowed = envelope === 'empty' ? [] : envelope === 'data' ? ['data'] : ['appKey', 'version', 'data'];
  const wrong = Object.keys(json)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${name}: not in this call's envelope`);
  if (envelope !== 'full') return wrong;
  if (json['appKey'] !== 'physio') wrong.push('appKey: expected "physio"');
  if (typeof json['version'] !== 'string' || json['version'] === '') wrong.push('version: expected a text');
  return wrong;
}

function unknownFields(given: unknown, taken: unknown, at: string): string[] {
  if (!isObject(given) || !isObject(taken)) return [];
  return Object.entries(given).flatMap(([name, value]) =>
    name in taken ? unknownFields(value, taken[name], `${at}.${name}`) : [`${at}.${name}`],
  );
}

const dotted = (path: string | null) => (path ? `.${path}` : '');
