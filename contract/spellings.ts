import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { fen, flag, instant, nothing, numeric, text, uses } from '../src/core/cloud/decoders.ts';
import { deviceState } from '../src/core/device/api.ts';

/** How a text may look, with one that does. */
interface TextForm {
  description: string;
  pattern: RegExp;
  example: string;
  format?: string;
}

/** What many fields share: a decoder, what it means, and what of all numbers and texts it is to be. */
interface Spelling {
  decoder: v.GenericSchema;
  description: string;
  number?: JsonSchema;
  texts?: readonly TextForm[];
}

const NUMBER: TextForm = { description: 'Digits, with or without a sign and a decimal point.', pattern: /^[+-]?(\d+(\.\d*)?|\.\d+)$/, example: '30' };
const LARGEST_YUAN = 99_999_999_999.99;
const LATEST_MS = 8_640_000_000_000_000;
const A_MOMENT = { seconds: 1_772_413_200, ms: 1_772_413_200_000 };

const readsSeconds = v.parse(instant, A_MOMENT.seconds) === A_MOMENT.ms;
const DIGITS: TextForm = { description: 'The same number as text.', pattern: readsSeconds ? /^\d{10,15}$/ : /^\d{12,15}$/, example: String(A_MOMENT.ms) };

const TIMES: readonly TextForm[] = [
  DIGITS,
  {
    description: 'Date, or date and time of day, in China (UTC+8): YYYY-MM-DD HH:mm:ss.',
    pattern: /^[1-9]\d{3}-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])([ T]([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?)?$/,
    example: '2026-03-02 09:00:00',
  },
  {
    description: 'ISO 8601 with Z or an offset.',
    pattern: /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-3]):[0-5]\d)$/,
    example: '2026-03-02T09:00:00+08:00',
    format: 'date-time',
  },
];

/** By the names under which the documents refer to them. */
export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  Text: {
    decoder: text,
    description: 'A text. A number counts as its digits, and must be one that every reader keeps exactly: up to 2^53.',
  },
  Number: { decoder: numeric, description: 'A number, or one as text.', texts: [NUMBER] },
  Uses: { decoder: uses, description: 'A number of uses, not an amount of money; a number, or one as text.', texts: [NUMBER] },
  Yuan: {
    decoder: fen,
    description:
      'Yuan with at most two decimals, as a number or as text. Where you validate with binary floating point, allow `multipleOf` a tolerance (Ajv: `multipleOfPrecision`).',
    number: { multipleOf: 0.01, minimum: -LARGEST_YUAN, maximum: LARGEST_YUAN },
    texts: [{ description: 'The same as text.', pattern: /^-?\d{1,11}(\.\d{1,2})?$/, example: '29.90' }],
  },
  Time: {
    decoder: instant,
    description: 'A point in time. A text without a zone is China time (UTC+8), wherever the server stands.',
    number: {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      maximum: LATEST_MS,
      description: readsSeconds ? 'Milliseconds since 1970-01-01T00:00:00Z; seconds where below 10^11.' : 'Milliseconds since 1970-01-01T00:00:00Z.',
    },
    texts: TIMES.filter(({ example }) => v.safeParse(instant, example).output === A_MOMENT.ms),
  },
  Flag: { decoder: flag, description: 'Yes or no, in any of these spellings.' },
  Anything: { decoder: nothing, description: 'The app does not read it.' },
  DeviceState: {
    decoder: deviceState,
    description: 'What a device reports. Each field in either spelling; the capitalised one counts where both are sent. What is left out, null or empty is not known.',
  },
};
