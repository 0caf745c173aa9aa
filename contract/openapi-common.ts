import type { JsonSchema } from '@valibot/to-json-schema';
import { DONE } from '../src/core/api/api-client.ts';
import { STANDARD } from '../src/core/api/calls.ts';
import { refTo } from './schemas.ts';

export const JSON_TYPE = 'application/json';
export const DONE_CODES = [DONE, Number(DONE)];

export const ABOUT = [
  'The calls that a server must answer for the PhysioLease app and its command line. Every call is a POST with a JSON body: `data` contains the parameters, and most calls also have `appKey` and `version`.',
  'An answer has status 200 and the body `{code, message, data}`. `code` 200, as text or as a number, is success. Any other code is a refusal: the server did nothing, and the app shows `message` unchanged. A request that the server does not understand, or that fails, has another status.',
  'In an answer, a field that is not listed under `required` may be left out, null or an empty text; all three mean the same. A server may send fields that are not named here; the app does not read them. A request has the fields that are named here and no others; the app leaves out an optional field without a value. A required field or an id of another type than described here makes the record or the whole answer unreadable; any other field of another type counts as left out, except in a `DeviceState`.',
  'A call with `x-kind: read` changes nothing. The app repeats it up to twice: after a failed connection, a status from 500, or a 429 whose `Retry-After`, if there is one, is at most 5 seconds. The app sends a call with `x-kind: write` once; if the answer is lost, it reads the state before it sends anything again.',
  'The server must answer each call within 15 seconds. Examples of the same name belong together: a request and its answer.',
].join('\n\n');

/** The descriptions of the servers explain their variables, because some tools reject a description of a variable. */
export const SERVERS = [
  {
    url: 'http://127.0.0.1:{port}/api',
    description: 'The sandbox, as `npm start` serves it; `port` is `PORT` of the environment.',
    variables: { port: { default: '5180' } },
  },
  {
    url: 'https://{host}/{path}',
    description:
      'A deployment: `apiBase` of its app-config.json, `api` of the command line. `host` may end with a port, and `path` may have several segments, without a trailing slash. A deployment may change the paths of single calls (`endpoints`).',
    variables: { host: { default: 'localhost' }, path: { default: 'api' } },
  },
];

export const APP_KEY = {
  type: 'string',
  default: STANDARD.appKey,
  description: 'Name of the calling app; configured for each deployment.',
};
export const VERSION = {
  type: 'string',
  default: STANDARD.version,
  description: 'Version of the contract that the app uses; configured for each deployment.',
};

export const AUTHORIZATION = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description: 'The access token itself, without a scheme.',
};

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1 },
  example: '5f0c6a1e-6d0b-4f0e-9f55-3c2b8d6a7e10',
  description:
    'The same key in all attempts at one purchase or command: requests with the same key and the same body must have one effect and one answer. The app sends it only if the deployment configures a header (`idempotencyHeader`), under the configured name.',
};

export const REFUSED: JsonSchema = {
  description: 'The server understood the request and refused it.',
  type: 'object',
  properties: {
    code: {
      type: ['string', 'number'],
      not: { enum: DONE_CODES },
      description: 'Reason, as a code; the calls name the codes that the app distinguishes.',
    },
    message: { description: 'Reason, for people: the app shows a text unchanged.' },
    data: refTo('Anything'),
  },
  required: ['code'],
};

const failed = (description: string, code: number, message: string) => ({
  description: `${description} The app does not read the body.`,
  content: { [JSON_TYPE]: { schema: refTo('Anything'), example: { code: String(code), message, data: null } } },
});

export const UNAUTHORIZED = failed(
  'The access token is missing, unknown or expired: the user has to sign in again.',
  401,
  'The access token is not valid',
);
export const FORBIDDEN = failed(
  'This user may not make this call. The server did nothing, and the session stays valid.',
  403,
  'Not allowed',
);
export const TOO_MANY_REQUESTS = {
  ...failed(
    'The server did nothing. The app repeats a read unless Retry-After is more than 5 seconds.',
    429,
    'Too many requests',
  ),
  headers: {
    'Retry-After': {
      schema: { type: 'string' },
      example: '2',
      description:
        'Seconds, or an HTTP date. For a page on another origin, expose it with Access-Control-Expose-Headers.',
    },
  },
};
export const FAILED = failed(
  'The server failed, or did not understand the request; the outcome is unknown.',
  500,
  'Internal error',
);
