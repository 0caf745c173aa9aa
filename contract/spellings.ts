import type { JsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import {
  byte,
  count,
  end,
  fen,
  flag,
  id,
  instant,
  minutes,
  nothing,
  numeric,
  price,
  text,
  uses,
} from '../src/core/api/decoders.ts';
import { deviceState, port } from '../src/core/device/api.ts';

/** The format of a text, with an example. */
interface TextForm {
  description: string;
  pattern: RegExp;
  example: string;
  format?: string;
}

/** A type that many fields share: its decoder, its meaning, and its range of numbers and texts. */
interface Spelling {
  decoder: v.GenericSchema;
  description: string;
  numbers?: readonly JsonSchema[];
  texts?: readonly TextForm[];
}

const NUMBER: TextForm = {
  description: 'Digits, with or without a sign and a decimal point.',
  pattern: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  example: '30',
};
const LARGEST_YUAN = 99_999_999_999.99;
const YUAN = { multipleOf: 0.01, minimum: -LARGEST_YUAN, maximum: LARGEST_YUAN };
const TOLERANCE =
  'If you validate with binary floating point, allow `multipleOf` a tolerance (Ajv: `multipleOfPrecision`).';

function wholeNumber(minimum: number, maximum: number, pattern: RegExp): Pick<Spelling, 'numbers' | 'texts'> {
  return {
    numbers: [{ type: 'integer', minimum, maximum }],
    texts: [{ description: 'The same number as text.', pattern, example: String(Math.min(maximum, 30)) }],
  };
}

const COUNTS = wholeNumber(0, 999_999_999, /^\d{1,9}$/);

const MILLISECONDS: JsonSchema = {
  type: 'integer',
  format: 'int64',
  minimum: 946_684_800_000,
  maximum: 253_402_300_799_999,
  description: 'Milliseconds since 1970-01-01T00:00:00Z.',
};
const SECONDS: JsonSchema = {
  type: 'integer',
  format: 'int64',
  minimum: 946_684_800,
  maximum: 99_999_999_999,
  description: 'Seconds since then; every number below 10^11 counts as seconds.',
};

const TIMES: readonly TextForm[] = [
  { description: 'Either number as text.', pattern: /^(1\d{9}|1\d{12})$/, example: '1772413200000' },
  {
    description: 'Date, or date and time of day, in China (UTC+8): YYYY-MM-DD HH:mm:ss.',
    pattern: /^2\d{3}-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])([ T]([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?)?$/,
    example: '2026-03-02 09:00:00',
  },
  {
    description: 'ISO 8601 with Z or an offset.',
    pattern:
      /^2\d{3}-(0[1-9]|1[0-2])-(0[2-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/,
    example: '2026-03-02T09:00:00+08:00',
    format: 'date-time',
  },
];

/** The shared types, by their names in the documents. */
export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  Text: {
    decoder: text,
    description: 'A text. A number counts as its digits, and must be one that every reader keeps exactly: up to 2^53.',
  },
  Id: {
    decoder: id,
    description: 'As Text, and not blank.',
    texts: [{ description: 'Not blank.', pattern: /\S/, example: 'PL10001' }],
  },
  Number: { decoder: numeric, description: 'A number, or one as text.', texts: [NUMBER] },
  Uses: {
    decoder: uses,
    description: 'A number of uses, not an amount of money; a whole number, or one as text.',
    ...COUNTS,
  },
  Count: { decoder: count, description: 'A whole number, or one as text.', ...COUNTS },
  Byte: {
    decoder: byte,
    description: 'A whole number from 0 to 255, or one as text.',
    ...wholeNumber(0, 255, /^(\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/),
  },
  Minutes: {
    decoder: minutes,
    description: 'Minutes, at most a day; a whole number, or one as text.',
    ...wholeNumber(0, 1_440, /^(\d{1,3}|1[0-3]\d\d|14[0-3]\d|1440)$/),
  },
  Port: {
    decoder: port,
    description: 'A port; a number, or one as text.',
    ...wholeNumber(1, 65_535, /^([1-9]\d{0,3}|[1-5]\d{4})$/),
  },
  Price: {
    decoder: price,
    description: `Yuan, at least 0, with at most two decimals, as a number or as text. ${TOLERANCE}`,
    numbers: [{ ...YUAN, minimum: 0 }],
    texts: [{ description: 'The same as text.', pattern: /^\d{1,11}(\.\d{1,2})?$/, example: '29.90' }],
  },
  Yuan: {
    decoder: fen,
    description: `Yuan with at most two decimals, as a number or as text. ${TOLERANCE}`,
    numbers: [YUAN],
    texts: [{ description: 'The same as text.', pattern: /^-?\d{1,11}(\.\d{1,2})?$/, example: '29.90' }],
  },
  Time: {
    decoder: instant,
    description:
      'A point in time, from the year 2000 to 9999. A text without a zone is China time (UTC+8), whatever the time zone of the server.',
    numbers: [MILLISECONDS, SECONDS],
    texts: TIMES,
  },
  End: {
    decoder: end,
    description: 'A point in time, as of the type Time. A date without a time of day ends with that day.',
    numbers: [MILLISECONDS, SECONDS],
    texts: TIMES,
  },
  Flag: { decoder: flag, description: 'Yes or no, in any of these spellings.' },
  Anything: { decoder: nothing, description: 'The app does not read it.' },
  DeviceState: {
    decoder: deviceState,
    description:
      'What a device reports. Each field may have either spelling; if both are sent, the capitalised one counts. A field that is left out, null or empty is unchanged. One that is sent and unreadable is unknown from then on.',
  },
};
