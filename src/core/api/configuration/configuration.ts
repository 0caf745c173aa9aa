import * as v from 'valibot';
import { Problem } from '../../problem.ts';
import { formatQuery } from '../../basics/query-string.ts';
import { isOwnPath } from '../../basics/web-address.ts';
import { CALLS, STANDARD } from '../calls.ts';
import { isWhole, MAX_BYTE, MAX_TREATMENT_MINUTES, text } from '../decoders.ts';
import { misplacedEndpoints, PLAIN_PATH } from './endpoint-paths.ts';

/** The words that a table's option can have instead of an amount or a label. The ui and the cli translate them. */
export const OPTION_NAMES = [
  'smart-loop',
  'waveform-1',
  'waveform-2',
  'waveform-3',
  'off',
  'low',
  'medium',
  'high',
] as const;

/** A duration that a device can run. */
const minutes = v.pipe(v.number(), isWhole(1, MAX_TREATMENT_MINUTES));

const option = v.object({
  code: v.pipe(v.number(), isWhole(0, MAX_BYTE)),
  amount: v.optional(v.number()),
  name: v.optional(v.picklist(OPTION_NAMES)),
  label: v.optional(v.pipe(v.string(), v.regex(/\S/, 'expected a label'))),
});

/** The options of a function: one word for each thing that the device does, and another word for another thing. */
const options = (unit = '') =>
  v.optional(
    v.pipe(
      v.array(option),
      v.check((table) => isEachOnce(table.map(({ code }) => code)), 'expected each code once'),
      v.check((table) => isEachOnce(table.map((each) => wordsOf(each, unit))), WORDS_ONCE),
    ),
  );

const WORDS_ONCE = 'expected each label once, also where a name, an amount or a code stands for it';

/** What customers read of an option, without the spaces and the case that tell none apart. */
function wordsOf({ code, amount, name, label }: v.InferOutput<typeof option>, unit: string): string {
  return (label ?? name ?? (amount === undefined ? String(code) : `${amount}${unit}`)).replace(/\s/g, '').toLowerCase();
}

function isEachOnce(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

const override = v.optional(
  v.object({ path: v.pipe(v.string(), v.regex(PLAIN_PATH, 'expected a path below the API such as /v2/order/detail')) }),
);

/** The pages and pictures of the operator that the app links to. */
const LINKS = ['terms', 'privacy', 'rental', 'refund', 'help', 'signIn', 'accountQr'] as const;

/** The headers that a call has already: a second value would replace the token or join the key. */
const HEADERS_OF_CALLS = ['authorization', 'content-type', 'x-request-id'];

/** The headers that a browser sets itself: it leaves out a page's value without an error (Fetch, "forbidden request-header"). */
const HEADERS_OF_BROWSERS =
  /^(accept-charset|accept-encoding|access-control-request-(headers|method|private-network)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|(proxy|sec)-.*)$/i;

/** A text, or one for each language of the page. */
const inLanguages = <const Schema extends v.GenericSchema>(schema: Schema, what: string) =>
  v.union(
    [
      schema,
      v.pipe(
        v.object({ 'zh-CN': v.optional(schema), en: v.optional(schema) }),
        v.check((texts) => Object.values(texts).some(Boolean), 'expected a text for zh-CN or en'),
      ),
    ],
    `expected ${what}, or {"zh-CN": …, "en": …} with ${what} each`,
  );

const shape = v.object({
  apiBase: v.pipe(
    v.string(),
    v.check((text) => /^https?:/i.test(text) || isOwnPath(text), 'expected an https address, or a path such as /api'),
    v.regex(/^[^?#]*$/, 'expected an address without a query or a fragment'),
  ),
  appKey: v.optional(text, STANDARD.appKey),
  version: v.optional(text, STANDARD.version),
  basePath: v.optional(
    v.pipe(
      v.string(),
      v.check((path) => path === '/' || PLAIN_PATH.test(path), 'expected a path such as / or /h5/'),
    ),
    '/',
  ),
  /** `auto`: Chinese if the phone's first language is Chinese, otherwise English. */
  language: v.optional(v.picklist(['zh-CN', 'en', 'auto']), 'zh-CN'),
  brand: v.optional(
    v.object({
      name: v.optional(v.pipe(v.string(), v.regex(/\S/, 'expected a name')), 'PhysioLease'),
      description: v.optional(v.string(), ''),
      logo: v.optional(v.string()),
      accent: v.optional(v.string()),
      accentDark: v.optional(v.string()),
      shareImage: v.optional(v.string()),
    }),
    {},
  ),
  links: v.optional(v.partial(v.object(v.entriesFromList(LINKS, v.string()))), {}),
  notice: v.optional(
    v.object({
      version: text,
      title: inLanguages(text, 'a text'),
      items: inLanguages(v.array(v.string()), 'a list of texts'),
      confirm: v.optional(inLanguages(v.string(), 'a text')),
    }),
  ),
  support: v.optional(v.object({ phone: v.optional(text), url: v.optional(v.string()) }), {}),
  /** Where the page sends reports of failures; it sends none without an address. `sample`: share of the visits whose problems it sends. */
  report: v.optional(
    v.object({
      url: v.optional(text),
      sample: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1)), 1),
    }),
    {},
  ),
  endpoints: v.optional(v.object(Object.fromEntries(Object.keys(CALLS).map((name) => [name, override]))), {}),
  tables: v.optional(
    v.object({
      minutes: v.optional(v.pipe(v.array(minutes), v.minLength(1, 'expected at least one duration'))),
      voltage: options('V'),
      frequency: options('Hz'),
      waveform: options(),
      infrared: options(),
    }),
    {},
  ),
  idempotencyHeader: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9-]+$/, 'expected a header name, of letters, digits and -'),
      v.check(
        (name) => !HEADERS_OF_CALLS.includes(name.toLowerCase()) && !HEADERS_OF_BROWSERS.test(name),
        'expected a header of its own, such as Idempotency-Key',
      ),
    ),
  ),
});

/** A call's key in the configuration, and its path below the API base address by the contract. */
interface CallPath {
  readonly name: string;
  readonly path: string;
}

/** Settings of a deployment; read at startup, never compiled in. */
export type ConfigurationValues = v.InferOutput<typeof shape>;

/** The configuration of the running program. It is a class so that the container can provide it. */
export class Configuration {
  constructor(readonly values: ConfigurationValues) {}

  /** Returns the URL of a call in this deployment. */
  addressOf(call: CallPath, query: Record<string, string> = {}): string {
    return this.values.apiBase.replace(/\/+$/, '') + this.pathOf(call) + formatQuery(Object.entries(query));
  }

  /** Returns the path of a call below the API base address. */
  pathOf({ name, path }: CallPath): string {
    return this.values.endpoints[name]?.path ?? path;
  }

  /** Lists unknown fields as dotted paths; they are probably misspelt. */
  static unknownIn(json: unknown): string[] {
    return unknownFields(shape, json);
  }

  /**
   * Validates parsed JSON. Throws the Problem `configuration` that names the invalid fields, including a path that
   * belongs to another call, and the unknown ones, of which one may be the misspelt name of a required field.
   */
  static from(json: unknown): Configuration {
    const result = v.safeParse(shape, json);
    const errors = result.success
      ? misplacedEndpoints(result.output.endpoints)
      : result.issues.map(
          (issue) =>
            `${v.getDotPath(issue) ?? 'the file'}: ${isAbsence(issue) ? 'required' : issue.message.replace(/^Invalid \w+: E/, 'e')}`,
        );
    if (result.success && errors.length === 0) return new Configuration(result.output);
    const unknown = Configuration.unknownIn(json);
    if (unknown.length > 0) errors.push(`unknown fields ${unknown.join(', ')}`);
    throw new Problem('configuration', { message: errors.join('; '), faults: errors });
  }
}

/** True if an object lacks a field that it must have. */
function isAbsence({ type, received }: v.BaseIssue<unknown>): boolean {
  return type === 'object' && received === 'undefined';
}

/** The parts of a schema that are needed to traverse it. */
interface Inner {
  readonly entries?: Record<string, v.GenericSchema>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  /** The schemas of a union, or the words of a picklist. */
  readonly options?: readonly (v.GenericSchema | string)[];
}

/** Lists the fields of a value that its schema does not define, as dotted paths. */
export function unknownFields(schema: v.GenericSchema, value: unknown, path = ''): string[] {
  const { entries, item, wrapped, options } = schema as unknown as Inner;
  const schemas = options?.filter((each) => typeof each !== 'string');
  const inner = wrapped ?? schemas?.find((each) => v.is(each, value));
  if (inner) return unknownFields(inner, value, path);
  if (typeof value !== 'object' || value === null) return [];
  if (item) return Object.values(value).flatMap((each: unknown, at) => unknownFields(item, each, `${path}${at}.`));
  if (!entries) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const entry = Object.prototype.hasOwnProperty.call(entries, name) ? entries[name] : undefined;
    return entry ? unknownFields(entry, each, `${path}${name}.`) : [path + name];
  });
}
