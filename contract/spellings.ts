import type * as v from 'valibot';
import { fen, flag, instant, nothing, numeric, text, uses } from '../src/core/cloud/decoders.ts';
import { deviceState } from '../src/core/device/api.ts';

/** What many fields share: a decoder, what it means, and how a text must look that it is to read. */
interface Spelling {
  decoder: v.GenericSchema;
  description: string;
  pattern?: RegExp;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** By the names under which the documents refer to them. */
export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  Text: { decoder: text, description: 'A text; a number counts as its digits, and must be one that every reader keeps exactly (up to 2^53).' },
  Number: { decoder: numeric, description: 'A number, or one as text.', pattern: NUMBER },
  Uses: { decoder: uses, description: 'A number of uses, not an amount of money; a number, or one as text.', pattern: NUMBER },
  Yuan: {
    decoder: fen,
    description: 'Yuan, with at most two decimals; a number, or one as text.',
    pattern: /^-?\d{1,11}(\.\d{1,2})?$/,
  },
  Time: {
    decoder: instant,
    description: 'Milliseconds since 1970 as a number or digits, or a date and time of China (UTC+8) as YYYY-MM-DD HH:mm:ss.',
    pattern: /^(\d{10,15}|[1-9]\d{3}-(0?[1-9]|1[0-2])-(0?[1-9]|[12]\d|3[01])([ T]([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?)?)$/,
  },
  Flag: { decoder: flag, description: 'Yes or no, in any of these spellings.' },
  Anything: { decoder: nothing, description: 'Whatever it is, nobody reads it.' },
  DeviceState: {
    decoder: deviceState,
    description: 'What a device reports. Each field in either spelling; the capitalised one counts where both are sent, and what is left out is not known.',
  },
};
