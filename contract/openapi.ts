import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { api } from '../src/core/api.ts';
import { answerEnvelope, DONE } from '../src/core/cloud/cloud.ts';
import type { Endpoint } from '../src/core/cloud/endpoint.ts';
import { STANDARD } from '../src/core/cloud/standard.ts';
import { CALLS, TAGS } from './call-words.ts';
import { callExamples } from './examples/calls.ts';
import { USUAL, type CallExample } from './examples/recorder.ts';
import { neededBy, refTo, schemasOf } from './schemas.ts';
import { SPELLINGS } from './spellings.ts';
import { meaningOf } from './words.ts';

type Call = Endpoint<never, v.GenericSchema, v.GenericSchema>;

export interface About {
  name: string;
  version: string;
}

const JSON_TYPE = 'application/json';
const DONE_CODES = [DONE, Number(DONE)];
const TARGET = { target: 'draft-2020-12' } as const;

const calls = Object.values(api).flatMap((verbs): Call[] => Object.values(verbs));
const words = new Map<string, object>(Object.entries(CALLS).flatMap(([capability, verbs]) => Object.entries(verbs).map(([verb, said]) => [`${capability}.${verb}`, said] as const)));
const examples = callExamples();

/** The calls of the server contract, for whoever serves or makes them. */
export function openApi({ name, version }: About) {
  const requests = schemasOf(Object.fromEntries(calls.filter(hasData).map((call) => [`${call.name}.request`, call.request])), { ...TARGET, closed: true });
  const answers = schemasOf({ Answer: answerEnvelope, ...Object.fromEntries(calls.filter(isOwnAnswer).map((call) => [`${call.name}.answer`, call.answer])) }, TARGET);
  const paths = Object.fromEntries(calls.map((call) => [call.path, { post: operation(call) }]));
  const parameters = { IdempotencyKey: IDEMPOTENCY_KEY };
  const responses = { Unauthorized: UNAUTHORIZED, Forbidden: FORBIDDEN, TooManyRequests: TOO_MANY_REQUESTS, Failed: FAILED };
  const schemas = neededBy(paths, { ...requests, ...answers, Refused: REFUSED });
  return {
    openapi: '3.1.0',
    info: { title: `${name}: HTTP API`, version, description: ABOUT, contact: { name }, license: { name: 'MIT', identifier: 'MIT' } },
    servers: SERVERS,
    security: [{ Authorization: [] }],
    tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description })),
    paths,
    components: { schemas, parameters, responses, securitySchemes: { Authorization: AUTHORIZATION } },
  };
}

function operation(call: Call) {
  const told = examplesOf(call);
  const query = queryOf(call).map((field) => ({
    name: field,
    in: 'query',
    required: true,
    schema: { type: 'string', description: meaningOf(call.name, field) },
    example: told[0]?.query[field],
  }));
  const key = call.kind === 'write' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
  const named = (side: 'request' | 'answer') => Object.fromEntries(told.map((example) => [example.name, { value: example[side] }]));
  return {
    operationId: call.name,
    'x-kind': call.kind,
    tags: [call.name.split('.')[0] ?? ''],
    ...words.get(call.name),
    parameters: [...query, ...key],
    requestBody: { required: true, content: { [JSON_TYPE]: { schema: bodyOf(call), examples: named('request') } } },
    responses: {
      200: { description: 'Answered: done, or refused with another code.', content: { [JSON_TYPE]: { schema: answerOf(call), examples: named('answer') } } },
      401: { $ref: '#/components/responses/Unauthorized' },
      403: { $ref: '#/components/responses/Forbidden' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      default: { $ref: '#/components/responses/Failed' },
    },
  };
}

/** A mock takes the first: the usual one. */
function examplesOf({ name }: Call): CallExample[] {
  const told = examples.get(name) ?? [];
  if (told.every((example) => example.name !== USUAL)) throw new Error(`${name} has no usual example`);
  return told.toSorted((one, other) => Number(other.name === USUAL) - Number(one.name === USUAL));
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
  'What a server has to answer so that the PhysioLease app and its command line work with it. Every call is a POST with a JSON body: the parameters stand in `data`, and most calls carry `appKey` and `version` beside it.',
  'An answer has status 200 and the body `{code, message, data}`. `code` 200, as text or as a number, is success. Any other code is a refusal: nothing was done, and `message` is shown to people as it is. What is not understood at all, or fails, has another status.',
  'In an answer, a field that is not listed under `required` may be left out, null or an empty text; all three mean the same. Fields that are not named here may be sent and are not read. A request has the fields that are named here and no others; one that is not listed under `required` is left out where there is nothing to say. Of another kind than is said here, a required field or an id makes the record or the whole answer unreadable; any other field counts as left out.',
  '`x-kind: read` changes nothing. The app repeats it up to twice: after a failed connection, a status from 500, or a 429 with a `Retry-After` of at most 5 seconds. `x-kind: write` is sent once; where the answer is lost, the app reads the state before it sends anything again.',
  'Each call must be answered within 15 seconds. Examples of the same name belong together: a request, and the answer to it.',
].join('\n\n');

/** What their variables mean stands in their descriptions: some tools take none of a variable. */
const SERVERS = [
  { url: 'http://127.0.0.1:{port}/api', description: 'The sandbox, as `npm start` serves it; `port` is `PORT` of the environment.', variables: { port: { default: '5180' } } },
  {
    url: 'https://{host}/{path}',
    description:
      'A deployment: `apiBase` of its app-config.json, `api` of the command line. `host` may end with a port, `path` be several folders, without a closing slash. Single calls may have other paths there (`endpoints`).',
    variables: { host: { default: 'localhost' }, path: { default: 'api' } },
  },
];

const APP_KEY = { type: 'string', default: STANDARD.appKey, description: 'Which app is calling; configured for each deployment.' };
const VERSION = { type: 'string', default: STANDARD.version, description: 'Version of the contract that the app speaks; configured for each deployment.' };

const AUTHORIZATION = { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The access token itself, without a scheme before it.' };

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1 },
  example: '5f0c6a1e-6d0b-4f0e-9f55-3c2b8d6a7e10',
  description:
    'The same through all attempts at one purchase or command: the same key with the same body must have one effect and one answer. Sent only where the deployment configures it (`idempotencyHeader`), under the name that is configured.',
};

const REFUSED: JsonSchema = {
  description: 'Understood, and not done.',
  type: 'object',
  properties: {
    code: { type: ['string', 'number'], not: { enum: DONE_CODES }, description: 'Why, as a code; the calls name those that the app tells apart.' },
    message: { description: 'Why, in words for people: the app shows a text as it is.' },
    data: refTo('Anything'),
  },
  required: ['code'],
};

const failed = (description: string, code: number, message: string) => ({
  description: `${description} The app does not read the body.`,
  content: { [JSON_TYPE]: { schema: refTo('Anything'), example: { code: String(code), message, data: null } } },
});

const UNAUTHORIZED = failed('The access token is missing, unknown or expired: the user has to sign in again.', 401, 'The access token is not valid');
const FORBIDDEN = failed('This user may not make this call. Nothing was done, and the session goes on.', 403, 'Not allowed');
const TOO_MANY_REQUESTS = {
  ...failed('Nothing was done. A read is repeated where Retry-After is at most 5 seconds.', 429, 'Too many requests'),
  headers: {
    'Retry-After': {
      schema: { type: 'string' },
      example: '2',
      description: 'Seconds, or an HTTP date. For a page on another origin, expose it by Access-Control-Expose-Headers.',
    },
  },
};
const FAILED = failed('The server failed, or did not understand the request; whether anything was done is not known.', 500, 'Internal error');
