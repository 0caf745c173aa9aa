import { isMaskedNumber, isPhoneLike, maskedNumber, maskPhones, phoneNumber } from '../../core/basics/phone.ts';
import { Problem } from '../../core/problem.ts';

/** A phone number of any country, or a local one without its area. */
const LENGTH = /^\+?\d{7,15}$/;

/** The number in a typed phone number; only the server validates it. Throws the Problem `invalid-input` for a text that cannot be one. */
export function requirePhone(typed = ''): string {
  const number = isPhoneLike(typed) ? phoneNumber(typed) : '';
  if (LENGTH.test(number)) return number;
  if (isMaskedNumber(typed))
    throw new Problem('invalid-input', {
      message:
        'Some digits of this phone number are hidden, and several people may have a number like it: enter all digits, which share list --show-phones prints if the server names them',
    });
  throw new Problem('invalid-input', {
    message:
      'Invalid phone number: enter all 7 to 15 digits, for example 13800000001, or +85291234567 for another country',
  });
}

/** A longer run of digits than a phone number of China. After a plus it is one of another country, whose numbers have up to 15 digits. */
const LONG_NUMBER = /((?<![+\d])\d{12,})/;
/** Such a run that is a phone number all the same: a mobile number of China with a prefix, or one with the prefix 00 of any country. */
const WITH_PREFIX = /^(?:(?:0|86)1[3-9]\d{9}|00[1-9]\d{9,14})$/;

/** A field of JSON whose name says that it is a phone number. */
const PHONE_FIELD = /("\w*(?:mobile|phone)"\s*:\s*)"([^"]*)"/gi;

/** True if a field of this name is a phone number. */
function isPhoneField(name: string): boolean {
  return /(?:mobile|phone)$/i.test(name);
}

/**
 * Masks the phone numbers of a text. An order number or a time stays whole, even if some of its digits could be a phone number. `field`: the
 * name of the field whose value it is, which may say that it is a phone number of any country.
 */
export function maskPhonesOnly(text: string, field = ''): string {
  if (isPhoneField(field)) return maskedNumber(text);
  return text
    .replace(PHONE_FIELD, (_, name: string, number: string) => `${name}"${maskedNumber(number)}"`)
    .split(LONG_NUMBER)
    .map((part) => (LONG_NUMBER.test(part) && !WITH_PREFIX.test(part) ? part : maskPhones(part)))
    .join('');
}

/** The words in which the server refused something. It may repeat a phone number, which stays masked. */
export function serverWords(message: string | undefined): string {
  return message ? maskPhonesOnly(message) : 'the server gave no reason';
}
