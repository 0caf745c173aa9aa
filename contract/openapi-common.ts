import type { JsonSchema } from '@valibot/to-json-schema';
import { DONE } from '../src/core/api/api-client.ts';
import { STANDARD } from '../src/core/api/standard.ts';
import { refTo } from './schemas.ts';

export const JSON_TYPE = 'application/json';
export const DONE_CODES = [DONE, Number(DONE)];

export const ABOUT = [
  'What a server has to answer so that the PhysioLease app and its command line work with it. Every call is a POST with a JSON body: the parameters stand in `data`, and most calls carry `appKey` and `version` beside it.',
  'An answer has status 200 and the body `{code, message, data}`. `code` 200, as text or as a number, is success. Any other code is a refusal: nothing was done, and `message` is shown to people as it is. What is not understood at all, or fails, has another status.',
  'In an answer, a field that is not listed under `required` may be left out, null or an empty text; all three mean the same. Fields that are not named here may be sent and are not read. A request has the fields that are named here and no others; one that is not listed under `required` is left out where there is nothing to say. Of another kind than is said here, a required field or an id makes the record or the whole answer unreadable; any other field counts as left out.',
  '`x-kind: read` changes nothing. The app repeats it up to twice: after a failed connection, a status from 500, or a 429 with a `Retry-After` of at most 5 seconds. `x-kind: write` is sent once; where the answer is lost, the app reads the state before it sends anything again.',
  'Each call must be answered within 15 seconds. Examples of the same name belong together: a request, and the answer to it.',
].join('\n\n');

/** What their variables mean stands in their descriptions: some tools take none of a variable. */
export const SERVERS = [
  { url: 'http://127.0.0.1:{port}/api', description: 'The sandbox, as `npm start` serves it; `port` is `PORT` of the environment.', variables: { port: { default: '5180' } } },
  {
    url: 'https://{host}/{path}',
    description:
      'A deployment: `apiBase` of its app-config.json, `api` of the command line. `host` may end with a port, `path` be several folders, without a closing slash. Single calls may have other paths there (`endpoints`).',
    variables: { host: { default: 'localhost' }, path: { default: 'api' } },
  },
];

export const APP_KEY = { type: 'string', default: STANDARD.appKey, description: 'Which app is calling; configured for each deployment.' };
export const VERSION = { type: 'string', default: STANDARD.version, description: 'Version of the contract that the app speaks; configured for each deployment.' };

export const AUTHORIZATION = { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The access token itself, without a scheme before it.' };

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1 },
  example: '5f0c6a1e-6d0b-4f0e-9f55-3c2b8d6a7e10',
  description:
    'The same through all attempts at one purchase or command: the same key with the same body must have one effect and one answer. Sent only where the deployment configures it (`idempotencyHeader`), under the name that is configured.',
};

export const REFUSED: JsonSchema = {
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

export const UNAUTHORIZED = failed('The access token is missing, unknown or expired: the user has to sign in again.', 401, 'The access token is not valid');
export const FORBIDDEN = failed('This user may not make this call. Nothing was done, and the session goes on.', 403, 'Not allowed');
export const TOO_MANY_REQUESTS = {
  ...failed('Nothing was done. A read is repeated where Retry-After is at most 5 seconds.', 429, 'Too many requests'),
  headers: {
    'Retry-After': {
      schema: { type: 'string' },
      example: '2',
      description: 'Seconds, or an HTTP date. For a page on another origin, expose it by Access-Control-Expose-Headers.',
    },
  },
};
export const FAILED = failed('The server failed, or did not understand the request; whether anything was done is not known.', 500, 'Internal error');
