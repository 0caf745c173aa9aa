import { Problem } from '../../core/problem.ts';
import type { Http, HttpRequest, HttpResponse } from '../../ports/http.ts';
import type { WebSocketLike } from '../gizwits/options.ts';

/** Receives one line of the log. */
type Log = (line: string) => void;
/** Masks the phone numbers in a text, which is the value of a field with this name. */
type Mask = (text: string, field?: string) => string;

const HIDDEN = '***';
/** Names of fields and headers whose values are secret or identify a person. */
const SECRET_NAME =
  /token|authori[sz]ation|cookie|secret|passw|pwd|credential|session_?key|ticket|openid|unionid|nick|(real|user|owner|customer|contact|member)_?name|sign$|signature|nonce|prepay|^package$|^uid$|captcha|(?<!error|error_|status|result)code$/i;
/** The result code of a response stands at the top; any other code may be a verification code. */
const RESULT_CODE = 'code';
const RESPONSE_HEADERS = [
  'date',
  'content-type',
  'content-length',
  'server',
  'via',
  'location',
  'retry-after',
  'x-request-id',
];
/** Of a printed body; characters. */
const MAX_BODY_LENGTH = 4_000;
const LONG_RUN = /[\w=+/-]{24,}/g;
const ORDER_NUMBER = /^[A-Za-z]{0,4}[-_]?\d+$/;
/** A parameter in a link. */
const PARAMETER = /([?&#]([\w.-]+)=)([^\s&#"'<>]*)/g;
/** Numbers of this length lose digits as numbers of JavaScript. They are parsed as texts with this mark. */
const MARK = '\ue000';
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b\d{16,}\b(?=\s*[,}\]]|\s*$)/g;
const MARKED_NUMBER = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** Logs each request and its response without secrets: tokens, codes and signatures are hidden. `mask` masks phone numbers. */
export class LoggingHttp implements Http {
  private requests = 0;

  constructor(
    private readonly inner: Http,
    private readonly log: Log,
    private readonly mask: Mask,
  ) {}

  async send(request: HttpRequest): Promise<HttpResponse> {
    const number = (this.requests += 1);
    const line = (mark: string, text: string) => this.log(`${mark} #${number} ${text}`);
    const { origin, pathname, search } = new URL(request.url);
    line('>', `${request.method} ${origin}${pathname}${search === '' ? '' : `?${redactedQuery(search, this.mask)}`}`);
    for (const [name, value] of Object.entries(request.headers)) line('>', headerLine(name, value, this.mask));
    line('>', redactedBody(request.body, this.mask));
    const startedAt = performance.now();
    const elapsed = () => `${Math.round(performance.now() - startedAt)} ms`;
    try {
      const response = await this.inner.send(request);
      line('<', `${response.status} after ${elapsed()}`);
      for (const name of RESPONSE_HEADERS) {
        const value = response.header(name);
        if (value !== undefined) line('<', headerLine(name, value, this.mask));
      }
      line('<', redactedBody(response.body, this.mask));
      return response;
    } catch (thrown) {
      const { code, message } = Problem.of(thrown);
      line('<', `${code} after ${elapsed()}: ${redactedText(message, this.mask)}`);
      throw thrown;
    }
  }
}

/** Logs each frame of a socket without secrets. */
export function loggingSocket(socket: WebSocketLike, url: string, log: Log, mask: Mask): WebSocketLike {
  const { host, pathname } = new URL(url);
  const line = (mark: string, text: string) => log(`${mark} ws ${host} ${text}`);
  line('>', `connect ${pathname}`);
  socket.addEventListener('open', () => line('<', 'open'));
  socket.addEventListener('message', ({ data }) =>
    line('<', typeof data === 'string' ? redactedBody(data, mask) : 'a binary frame'),
  );
  socket.addEventListener('error', ({ message = 'no reason given' }) =>
    line('<', `error: ${redactedText(message, mask)}`),
  );
  socket.addEventListener('close', ({ code, reason = '' }) =>
    line('<', `close ${code ?? ''} ${redactedText(reason, mask)}`.trimEnd()),
  );
  return {
    addEventListener: socket.addEventListener.bind(socket),
    send: (text) => {
      line('>', redactedBody(text, mask));
      socket.send(text);
    },
    close: () => {
      line('>', 'close');
      socket.close();
    },
  };
}

function headerLine(name: string, value: string, mask: Mask): string {
  const isId = name.toLowerCase() === 'x-request-id';
  return `${name}: ${isId ? value : SECRET_NAME.test(name) ? HIDDEN : redactedText(value, mask)}`;
}

function redactedQuery(search: string, mask: Mask): string {
  const values = [...new URLSearchParams(search)].map(
    ([name, value]) => `${name}=${String(redacted(value, name, mask))}`,
  );
  return values.join('&');
}

function redactedBody(body: string, mask: Mask): string {
  const text = jsonText(body, mask) ?? redactedText(body, mask).replace(/\s+/g, ' ');
  return text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH)}… (${text.length} characters)` : text;
}

function jsonText(body: string, mask: Mask): string | undefined {
  const value = parsedJson(
    body.replace(TEXT_OR_LONG_NUMBER, (found) => (found.startsWith('"') ? found : `"${MARK}${found}"`)),
  );
  if (value === undefined) return undefined;
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const hidden = redacted(value, '', mask);
  const shown = isRecord && RESULT_CODE in value ? { ...Object(hidden), code: value.code } : hidden;
  return JSON.stringify(shown).replace(MARKED_NUMBER, '$1');
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON value without secrets. A value below a secret name is hidden as a whole. */
function redacted(value: unknown, name: string, mask: Mask): unknown {
  if (SECRET_NAME.test(name) && value !== null) return HIDDEN;
  if (typeof value === 'string')
    return (/^\s*[[{]/.test(value) && jsonText(value, mask)) || redactedText(value, mask, name);
  if (typeof value === 'number') {
    const shown = mask(String(value), name);
    return shown === String(value) ? value : shown;
  }
  if (Array.isArray(value)) return value.map((item) => redacted(item, '', mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, redacted(inner, key, mask)]));
}

/** Hides the secret parameters of links, phone numbers, and runs that are as long as tokens. */
function redactedText(text: string, mask: Mask, field?: string): string {
  const withoutSecrets = text.replace(PARAMETER, (all, start: string, name: string) =>
    SECRET_NAME.test(name) ? start + HIDDEN : all,
  );
  return mask(
    withoutSecrets.replace(LONG_RUN, (run) => (ORDER_NUMBER.test(run) ? run : HIDDEN)),
    field,
  );
}
