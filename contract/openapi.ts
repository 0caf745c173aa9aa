import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { api } from '../src/core/api.ts';
import { answerEnvelope, DONE } from '../src/core/cloud/cloud.ts';
import type { Endpoint } from '../src/core/cloud/endpoint.ts';
import { STANDARD } from '../src/core/cloud/standard.ts';
import { neededBy, refTo, schemasOf } from './schemas.ts';
import { SPELLINGS } from './spellings.ts';
import { CALLS } from './words.ts';

type Call = Endpoint<never, v.GenericSchema, v.GenericSchema>;

export interface About {
  name: string;
  version: string;
}

const JSON_TYPE = 'application/json';
const DONE_CODES = [DONE, Number(DONE)];
const TARGET = { target: 'draft-2020-12' } as const;

const calls = Object.values(api).flatMap((verbs): Call[] => Object.values(verbs));
const summaries = new Map<string, string>(
  Object.entries(CALLS).flatMap(([capability, verbs]) => Object.entries(verbs).map(([verb, words]): [string, string] => [`${capability}.${verb}`, words])),
);

/** The calls of the server contract, for whoever serves or makes them. */
export function openApi({ name, version }: About) {
  const requests = schemasOf(Object.fromEntries(calls.filter(hasData).map((call) => [`${call.name}.request`, call.request])), { ...TARGET, closed: true });
  const answers = schemasOf({ Answer: answerEnvelope, ...Object.fromEntries(calls.filter(isOwnAnswer).map((call) => [`${call.name}.answer`, call.answer])) }, TARGET);
  const paths = Object.fromEntries(calls.map((call) => [call.path, { post: operation(call) }]));
  const parameters = { Wish: WISH };
  const responses = { Unauthorized: UNAUTHORIZED, Forbidden: FORBIDDEN, TooManyRequests: TOO_MANY_REQUESTS, Failed: FAILED };
  const schemas = neededBy(paths, { ...requests, ...answers, Refused: REFUSED });
  return {
    openapi: '3.1.0',
    info: { title: `${name}: the server’s calls`, version, description: ABOUT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '{apiBase}', description: 'Where a deployment has its API.', variables: { apiBase: { default: '/api' } } }],
    security: [{ Authorization: [] }],
    tags: Object.keys(api).map((tag) => ({ name: tag })),
    paths,
    components: { schemas, parameters, responses, securitySchemes: { Authorization: AUTHORIZATION } },
  };
}

function operation(call: Call) {
  const query = queryOf(call).map((field) => ({ name: field, in: 'query', required: true, schema: { type: 'string' } }));
  const wish = call.kind === 'write' ? [{ $ref: '#/components/parameters/Wish' }] : [];
  return {
    operationId: call.name,
    'x-kind': call.kind,
    tags: [call.name.split('.')[0] ?? ''],
    summary: summaries.get(call.name),
    parameters: [...query, ...wish],
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: bodyOf(call) } } },
    responses: {
      200: { description: 'Answered: done, or refused with another code.', content: { [JSON_TYPE]: { schema: answerOf(call) } } },
      401: { $ref: '#/components/responses/Unauthorized' },
      403: { $ref: '#/components/responses/Forbidden' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      default: { $ref: '#/components/responses/Failed' },
    },
  };
}

function bodyOf(call: Call) {
  const data = hasData(call) ? { data: refTo(nameOf(call.request, 'request')) } : {};
  const properties = { empty: {}, data, full: { appKey: APP_KEY, version: VERSION, ...data } }[call.envelope];
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function answerOf(call: Call) {
  const properties = { code: { enum: DONE_CODES }, data: refTo(nameOf(call.answer, 'answer')) };
  const done = { allOf: [refTo('Answer')], type: 'object', properties, required: ['code', ...(mayLack(call.answer) ? [] : ['data'])] };
  return { oneOf: [done, refTo('Refused')] };
}

/** The shared name, or that of the first call that has it. */
function nameOf(schema: v.GenericSchema, side: 'request' | 'answer'): string {
  const shared = Object.entries(SPELLINGS).find(([, { decoder }]) => decoder === schema)?.[0];
  return shared ?? `${calls.find((call) => call[side] === schema)?.name}.${side}`;
}

function isOwnAnswer({ answer }: Call): boolean {
  return !Object.values(SPELLINGS).some(({ decoder }) => decoder === answer);
}

function hasData({ request }: Call): boolean {
  return request.type !== 'undefined';
}

function mayLack({ type }: v.GenericSchema): boolean {
  return ['optional', 'nullish', 'unknown'].includes(type);
}

/** The names of a call's parameters, found by giving it one that has every field. */
function queryOf(call: Call): string[] {
  const everything = new Proxy({}, { get: (_, field) => String(field) });
  return Object.keys(call.query(everything as never));
}

const ABOUT = [
  'Every call is a POST with a JSON body. `data` holds what the call is about; most calls carry `appKey` and `version` beside it.',
  'An answer has status 200 and `{code, message, data}`. `code` 200, as text or number, is success; any other is a refusal, whose `message` is shown to people.',
  'A field that is not required may be left out, null or an empty text, which all mean the same. Fields that are not named here are welcome and not read.',
  '`x-kind: read` may be asked again without harm, and is, after a failed connection, a status from 500, or a 429 with a short Retry-After. `x-kind: write` is sent once; after a lost answer the state is read first.',
].join('\n\n');

const APP_KEY = { type: 'string', default: STANDARD.appKey, description: 'Which app is speaking; a deployment sets it.' };
const VERSION = { type: 'string', default: STANDARD.version, description: 'The version of the contract that is spoken; a deployment sets it.' };

const AUTHORIZATION = { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The access token itself, without a scheme before it.' };

const WISH = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1 },
  description: 'One key through all tries of one wish of the user: the same key and body must have one effect and the same answer. Sent only where configuration (`idempotencyHeader`) names the header; it may have another name.',
};

const REFUSED: JsonSchema = {
  description: 'Understood, and not done.',
  type: 'object',
  properties: { code: { type: ['string', 'number'], not: { enum: DONE_CODES } }, message: { description: 'Why, in words for people.' } },
  required: ['code'],
};

const UNAUTHORIZED = { description: 'The token is missing, unknown or no longer taken: the user has to sign in anew.' };
const FORBIDDEN = { description: 'This call is closed to this user. Nothing was done, and the session goes on.' };
const TOO_MANY_REQUESTS = {
  description: 'Nothing was done. A read is asked again where Retry-After names at most 5 s; to a page of another origin that header must be exposed (Access-Control-Expose-Headers).',
  headers: { 'Retry-After': { schema: { type: 'string' }, description: 'Seconds, or an HTTP date.' } },
};
const FAILED = { description: 'The server failed; whether anything was done is not known.' };
