import { typedText } from './typed-text.ts';

/** Number of digits of a Chinese mobile number. */
const MOBILE_LENGTH = 11;
const MOBILE = /(1[3-9]\d)[\s-]?\d{4}[\s-]?(\d{4})/g;
const MOBILE_ALONE = /^\s*(?:\+?\s?86[\s-]?)?1[3-9]\d[\s-]?\d{4}[\s-]?\d{4}\s*$/;
const TYPED = /^\+?\s*\d[\d\s-]*$/;

/**
 * True if a text can be a phone number: digits with spaces and hyphens, and an optional leading plus. Only the server
 * can verify the number.
 */
export function isPhoneLike(typed: string): boolean {
  return TYPED.test(typedText(typed));
}

const MOBILE_DIGITS = /^1[3-9]\d{9}$/;

/**
 * Returns the digits of a typed or pasted phone number, without China's country code. A number of another country keeps
 * its plus if its digits alone are a mobile number of China, which is another person's.
 */
export function phoneNumber(typed: string): string {
  const digits = digitsOf(typed);
  return isOfAnotherCountry(typed) && MOBILE_DIGITS.test(digits) ? `+${digits}` : digits;
}

/** The prefix 00 says the same as a plus. */
function withPlus(typed: string): string {
  return typedText(typed).replace(/^[^\d*]*0[^\d*]*0(?=[^\d*]*[1-9])/, '+');
}

function digitsOf(typed: string): string {
  const digits = withPlus(typed)
    .replace(/^\s*\+\D*86/, '')
    .replaceAll(/\D/g, '');
  return digits.length > MOBILE_LENGTH ? digits.replace(/^86(?=1)/, '') : digits;
}

function isOfAnotherCountry(typed: string): boolean {
  return /^\s*\+\D*(?!\D|86)/.test(withPlus(typed));
}

/** True if two texts are the same phone number in any format, and neither hides a digit of it. */
export function isSamePhone(one: string, other: string): boolean {
  if (isMaskedNumber(one) || isMaskedNumber(other)) return false;
  const number = phoneNumber(one);
  return number !== '' && number === phoneNumber(other);
}

/** True if digits of the number are hidden. */
export function isMaskedNumber(number: string): boolean {
  return number.includes('*');
}

/**
 * True if two numbers are the same, or may be: of a masked one only the first and the last digits are known, and that
 * each of its stars hides at least one digit.
 */
export function mayBePhone(one: string, other: string): boolean {
  if (!isMaskedNumber(one) && !isMaskedNumber(other)) return isSamePhone(one, other);
  const [a, b] = [visiblePart(one), visiblePart(other)];
  return (
    (a.head.startsWith(b.head) || b.head.startsWith(a.head)) &&
    (a.tail.endsWith(b.tail) || b.tail.endsWith(a.tail)) &&
    a.least <= b.most &&
    b.least <= a.most
  );
}

/** The digits before and after the stars of a number, and how many digits it has at least and at most. */
function visiblePart(number: string): { head: string; tail: string; least: number; most: number } {
  const isMasked = isMaskedNumber(number);
  const shown = isMasked
    ? withPlus(number)
        .replace(/^\s*\+\s*86/, '')
        .replaceAll(/[^\d*]/g, '')
    : digitsOf(number);
  const [head = '', tail = head] = shown.split(/\*.*\*|\*/);
  return { head, tail, least: shown.length, most: isMasked ? Infinity : shown.length };
}

/**
 * Formats typed digits in groups of 3, 4 and 4, and drops surplus digits. A number of another country keeps its plus and
 * all digits: without them it may be another person's.
 */
export function groupedPhone(typed: string): string {
  if (isOfAnotherCountry(typed)) return `+${digitsOf(typed)}`;
  const digits = digitsOf(typed).slice(0, MOBILE_LENGTH);
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join(' ');
}

/** Formats a whole mobile number in groups; returns any other text unchanged. */
export function phoneText(mobile: string): string {
  return phoneNumber(mobile).length === MOBILE_LENGTH ? groupedPhone(mobile) : mobile;
}

/** The most digits that stay at the end of a masked number, and the least that are hidden in a long one. */
const MAX_TAIL = 4;
const MIN_TAIL = 2;
const HEAD = 3;
const MIN_HIDDEN = 4;
const MASK = '****';

/**
 * Masks a text that is known to be a phone number, of any country: the first three and the last two to four digits stay,
 * in a short one only the last two. A number that the server has masked stays as it is.
 */
export function maskedNumber(number: string): string {
  if (number.includes('**') || MOBILE_ALONE.test(number)) return maskMobiles(number);
  const digits = number.replaceAll(/\D/g, '');
  if (digits === '') return number;
  const tail = Math.min(MAX_TAIL, digits.length - HEAD - MIN_HIDDEN);
  if (tail < MIN_TAIL) return MASK + (digits.length > MAX_TAIL ? digits.slice(-MIN_TAIL) : '');
  return `${number.trim().startsWith('+') ? '+' : ''}${digits.slice(0, HEAD)}${MASK}${digits.slice(-tail)}`;
}

/**
 * A number with a plus, but a mobile number of China. The digits of its whole line are one number: where a second one
 * follows, nothing tells where the first ends.
 */
const INTERNATIONAL = /(^|[^\w.])(\+(?![\s-]?86[\s-]?1[3-9])\d[\d \t\u00a0().-]{6,}\d)/g;

/**
 * Other forms of phone numbers in a text: landlines of China, and those written in groups. The first group is what stands
 * before the number; older phones cannot look behind in a pattern.
 */
const FORMS: readonly RegExp[] = [
  /(^|[^\w-])(00[1-9][\d\s-]{8,16}\d)(?![\w-])/g,
  /(^|[^\w-])(\(?0[1-9]\d{1,2}\)?[\s-]?\d{7,8})(?![\w-])/g,
  /(^|[^\w-])((?:852|853)[\s-]?\d{4}[\s-]?\d{4})(?![\w-])/g,
  /(^|[^\w-])(886[\s-]?\d{1,3}[\s-]?\d{3}[\s-]?\d{3,4})(?![\w-])/g,
  /(^|[^\w-])(\(?[2-9]\d{2}\)?[\s.-]\d{3}[\s.-]\d{4})(?![\w-])/g,
  /(^|[^\w-])([2-9]\d{3}[\s-]\d{4})(?![\w-])/g,
];

/** Masks the phone numbers in a text, as far as their form shows what they are. */
export function maskPhones(text: string): string {
  const maskForm = (masked: string, form: RegExp) =>
    masked.replace(form, (_, before: string, number: string) => before + maskedNumber(number));
  return FORMS.reduce(maskForm, maskMobiles(maskForm(text, INTERNATIONAL)));
}

/** Hides the four middle digits of each mobile number of China. */
function maskMobiles(text: string): string {
  return text.replace(MOBILE, '$1****$2');
}
