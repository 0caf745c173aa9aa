import type * as v from 'valibot';
import { contract } from '../src/core/contract.ts';
import { answerEnvelope } from '../src/core/api/api-client.ts';
import type { Endpoint } from '../src/core/api/endpoint.ts';
import { callExamples } from './examples/calls.ts';
import { USUAL, type CallExample } from './examples/recorder.ts';
import * as common from './openapi-common.ts';
import { neededBy, refTo, schemasOf } from './schemas.ts';
import { SPELLINGS } from './spellings.ts';
import { CALLS, TAGS } from './words/calls.ts';
import { meaningOf } from './words/fields.ts';

type Call = Endpoint<never, v.GenericSchema, v.GenericSchema>;

export interface About {
  name: string;
  version: string;
}

const TARGET = { target: 'draft-2020-12' } as const;

const calls = Object.values(contract).flatMap((verbs): Call[] => Object.values(verbs));
const words = new Map<string, object>(
  Object.entries(CALLS).flatMap(([capability, verbs]) =>
    Object.entries(verbs).map(([verb, said]) => [`${capability}.${verb}`, said] as const),
  ),
);
const examples = callExamples();

/** Builds the OpenAPI document: the calls of the server contract. */
export function openApi({ name, version }: About) {
  const requests = schemasOf(
    Object.fromEntries(calls.filter(hasData).map((call) => [`${call.name}.request`, call.request])),
    { ...TARGET, closed: true },
  );
  const answers = schemasOf(
    {
      Answer: answerEnvelope,
      ...Object.fromEntries(calls.filter(isOwnAnswer).map((call) => [`${call.name}.answer`, call.answer])),
    },
    TARGET,
  );
  const paths = Object.fromEntries(calls.map((call) => [call.path, { post: operation(call) }]));
  const parameters = { IdempotencyKey: common.IDEMPOTENCY_KEY };
  const responses = {
    Unauthorized: common.UNAUTHORIZED,
    Forbidden: common.FORBIDDEN,
    TooManyRequests: common.TOO_MANY_REQUESTS,
    Failed: common.FAILED,
  };
  const schemas = neededBy({ paths, responses }, { ...requests, ...answers, Refused: common.REFUSED });
  return {
    openapi: '3.1.0',
    info: {
      title: `${name}: HTTP API`,
      version,
      description: common.ABOUT,
      contact: { name },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: common.SERVERS,
    security: [{ Authorization: [] }],
    tags: Object.entries(TAGS).map(([tag, description]) => ({ name: tag, description })),
    paths,
    components: { schemas, parameters, responses, securitySchemes: { Authorization: common.AUTHORIZATION } },
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
  const named = (side: 'request' | 'answer') =>
    Object.fromEntries(told.map((example) => [example.name, { value: example[side] }]));
  return {
    operationId: call.name,
    'x-kind': call.kind,
    tags: [call.name.split('.')[0] ?? ''],
    ...words.get(call.name),
    parameters: [...query, ...key],
    requestBody: {
      required: true,
      content: { [common.JSON_TYPE]: { schema: bodyOf(call), examples: named('request') } },
    },
    responses: {
      200: {
        description: 'Success, or a refusal with another code.',
        content: { [common.JSON_TYPE]: { schema: answerOf(call), examples: named('answer') } },
      },
      401: { $ref: '#/components/responses/Unauthorized' },
      403: { $ref: '#/components/responses/Forbidden' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      default: { $ref: '#/components/responses/Failed' },
    },
  };
}

/** The examples of a call, with the usual one first, because a mock answers with the first. */
function examplesOf({ name }: Call): CallExample[] {
  const told = examples.get(name) ?? [];
  if (told.every((example) => example.name !== USUAL)) throw new Error(`${name} has no usual example`);
  return told.toSorted((one, other) => Number(other.name === USUAL) - Number(one.name === USUAL));
}

function bodyOf(call: Call) {
  const data = hasData(call) ? { data: refTo(nameOf(call.request, 'request')) } : {};
  const properties = { empty: {}, data, full: { appKey: common.APP_KEY, version: common.VERSION, ...data } }[
    call.envelope
  ];
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function answerOf(call: Call) {
  const properties = { code: { enum: common.DONE_CODES }, data: refTo(nameOf(call.answer, 'answer')) };
  const done = {
    allOf: [refTo('Answer')],
    type: 'object',
    properties,
    required: ['code', ...(mayLack(call.answer) ? [] : ['data'])],
  };
  return { oneOf: [done, refTo('Refused')] };
}

/** The shared name of a schema, or a name after the first call that uses it. */
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

/** The names of a call's query parameters, found with an input that has every field. */
function queryOf(call: Call): string[] {
  const everything = new Proxy({}, { get: (_, field) => String(field) });
  return Object.keys(call.query(everything as never));
}
