import type * as v from 'valibot';
import { count, fen, flag, id, instant, nothing, numeric, price, text, uses } from '../src/core/cloud/decoders.ts';
import { byte, deviceState, minutes, port } from '../src/core/device/api.ts';

/** What many fields share: a decoder, what it means, and how a text must look that it is to read. */
export interface Spelling {
  decoder: v.GenericSchema;
  description: string;
  pattern?: RegExp;
  /** The least and the most that a number may be. */
  range?: readonly [number, number];
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
const COUNT = /^\d{1,9}$/;
const COUNTS = [0, 999_999_999] as const;

/** By the names under which the documents refer to them. */
export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  Text: { decoder: text, description: 'A text; a number counts as its digits, and must be one that every reader keeps exactly (up to 2^53).' },
  Id: { decoder: id, description: 'As Text, and not blank.', pattern: /\S/ },
  Number: { decoder: numeric, description: 'A number, or one as text.', pattern: NUMBER },
  Uses: { decoder: uses, description: 'A number of uses, not an amount of money: a whole number, or one as text.', pattern: COUNT, range: COUNTS },
  Count: { decoder: count, description: 'A whole number, or one as text.', pattern: COUNT, range: COUNTS },
  Byte: { decoder: byte, description: 'A whole number from 0 to 255, or one as text.', pattern: /^(\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/, range: [0, 255] },
  Minutes: { decoder: minutes, description: 'Minutes, a day at the most; a whole number, or one as text.', pattern: /^(\d{1,3}|1[0-3]\d\d|14[0-3]\d|1440)$/, range: [0, 1_440] },
  Port: { decoder: port, description: 'A port; a number, or one as text.', pattern: /^([1-9]\d{0,3}|[1-5]\d{4})$/, range: [1, 65_535] },
  Price: { decoder: price, description: 'Yuan, no less than 0, with at most two decimals; a number, or one as text.', pattern: /^\d{1,11}(\.\d{1,2})?$/ },
  Yuan: {
    decoder: fen,
    description: 'Yuan, with at most two decimals; a number, or one as text.',
    pattern: /^-?\d{1,11}(\.\d{1,2})?$/,
  },
  Time: {
    decoder: instant,
    description: 'Milliseconds or, below 10^11, seconds since 1970, as a number or digits; a date and time of China (UTC+8) as YYYY-MM-DD HH:mm:ss; or ISO 8601 with a zone. From the year 2000 to 9999.',
    pattern: /^(1\d{9}|1\d{12}|2\d{3}-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])([ T]([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?( ?(Z|[+-](0\d|1[0-4]):?[0-5]\d))?)?)$/,
  },
  Flag: { decoder: flag, description: 'Yes or no, in any of these spellings.' },
  Anything: { decoder: nothing, description: 'Whatever it is, nobody reads it.' },
  DeviceState: {
    decoder: deviceState,
    description: 'What a device reports. Each field in either spelling; the capitalised one counts where both are sent, and what is left out is not known.',
  },
};
