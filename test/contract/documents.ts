import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { documents } from '../../contract/documents.ts';
import type { WireExchange } from './traffic.ts';

interface Operation {
  operationId: string;
  'x-kind': string;
  summary?: string;
  description?: string;
  parameters: ({ name: string; in: string; required: boolean; example?: unknown } | { $ref: string })[];
  requestBody: { content: Content };
  responses: { 200: { content: Content } };
}

export interface Content {
  'application/json': { schema: unknown; examples: Record<string, { value: unknown }> };
}

export interface Message {
  examples: { name: string; payload: unknown }[];
}

export interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: {
    parameters: Record<string, { name: string; in: string; required: boolean }>;
    responses: Record<string, { content: { 'application/json': { example: unknown } } }>;
    schemas: Record<string, Schema>;
  };
}

export interface AsyncApi {
  channels: { device: { address: string; messages: Record<string, unknown> } };
  operations: Record<
    string,
    { action: 'send' | 'receive'; description?: string; reply?: { messages: { $ref: string }[] } }
  >;
  components: { messages: Record<string, Message>; schemas: Record<string, Schema> };
}

/** The part of a schema that the tests read. */
export interface Schema {
  type?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  [keyword: string]: unknown;
}

/** Generates both documents with the npm script, in any time zone, and reads the files. */
export function writtenDocuments(timeZone = 'Asia/Shanghai'): { openApi: OpenApi; asyncApi: AsyncApi } {
  execFileSync(process.execPath, ['scripts/contract.mjs'], { stdio: 'pipe', env: { ...process.env, TZ: timeZone } });
  const read = (name: string) => JSON.parse(readFileSync(`dist/contract/${name}`, 'utf8')) as unknown;
  return { openApi: read('openapi.json') as OpenApi, asyncApi: read('asyncapi.json') as AsyncApi };
}

/** Generates both documents in memory. */
export function madeDocuments(): { openApi: OpenApi; asyncApi: AsyncApi } {
  const generated = JSON.parse(JSON.stringify(documents())) as Record<string, unknown>;
  return { openApi: generated['openapi.json'] as OpenApi, asyncApi: generated['asyncapi.json'] as AsyncApi };
}

const pointer = (...steps: (string | number)[]) =>
  `#/${steps.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
/** Ignores the formats, which patterns check as well. Allows a tolerance for amounts without an exact binary representation. */
const OPTIONS = { strict: false, formats: { int64: true, 'date-time': true } as const, multipleOfPrecision: 6 };
const JSON_CONTENT = ['content', 'application/json', 'schema'];

/** Validates calls and frames against the schemas of the documents. */
export class Referee {
  private readonly calls = new Ajv2020(OPTIONS);
  private readonly frames = new Ajv(OPTIONS);

  constructor(
    private readonly openApi: OpenApi,
    private readonly asyncApi: AsyncApi,
  ) {
    this.calls.addSchema(openApi, 'openapi');
    this.frames.addSchema(asyncApi, 'asyncapi');
  }

  /** The violations in a call's request and response. */
  wrongWithCall({ method, path, query, headers, body, status, answer }: WireExchange): string[] {
    const verb = method.toLowerCase();
    const operation = this.openApi.paths[path]?.[verb];
    if (!operation) return [`${method} ${path} is not in the document`];
    const request = this.judge(
      this.calls,
      `openapi${pointer('paths', path, verb, 'requestBody', ...JSON_CONTENT)}`,
      body,
    );
    const response =
      status === 200
        ? this.judge(this.calls, `openapi${pointer('paths', path, verb, 'responses', 200, ...JSON_CONTENT)}`, answer)
        : [];
    return [...request, ...response, ...this.wrongAround(operation, query, headers)];
  }

  /** The violations in a frame in this direction. */
  wrongWithFrame(action: 'send' | 'receive', frame: unknown): string[] {
    const { cmd } = frame as { cmd: string };
    if (this.asyncApi.operations[cmd]?.action !== action) return [`the app does not ${action} ${cmd}`];
    return this.judge(this.frames, `asyncapi${pointer('components', 'schemas', cmd)}`, frame);
  }

  /** The violations of a value against a schema of the OpenAPI document. */
  wrongWithValue(schema: string, value: unknown): string[] {
    return this.judge(this.calls, `openapi${pointer('components', 'schemas', schema)}`, value);
  }

  private wrongAround(
    { parameters }: Operation,
    query: Record<string, string>,
    headers: Record<string, string>,
  ): string[] {
    const known = parameters.map((one) =>
      '$ref' in one ? this.openApi.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
    );
    const named = (where: string) => known.flatMap((one) => (one?.in === where ? [one.name.toLowerCase()] : []));
    const missing = known
      .filter((one) => one?.required && !(one.name in query))
      .map((one) => `${one?.name} is missing`);
    const allowed = [...named('header'), 'authorization', 'content-type'];
    const unknown = [
      ...Object.keys(query).filter((name) => !named('query').includes(name)),
      ...Object.keys(headers).filter((name) => !allowed.includes(name.toLowerCase())),
    ];
    return [...missing, ...unknown.map((name) => `${name} is not in the document`)];
  }

  private judge(ajv: Ajv | Ajv2020, $ref: string, value: unknown): string[] {
    const validate: ValidateFunction = ajv.getSchema($ref) ?? ajv.compile({ $ref });
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
}
