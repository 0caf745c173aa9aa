/** Number of digits of a Chinese mobile number. */
const MOBILE_LENGTH = 11;
const MOBILE = /(1[3-9]\d)[\s-]?\d{4}[\s-]?(\d{4})/g;
const TYPED = /^\+?\s*\d[\d\s-]*$/;

/**
 * True if a text can be a phone number: digits with spaces and hyphens, and an optional leading plus. Only the server
 * can verify the number.
 */
export function isPhoneLike(typed: string): boolean {
  return TYPED.test(typed.trim());
}

/** Returns the digits of a typed or pasted phone number, without China's country code. */
export function phoneNumber(typed: string): string {
  const digits = typed.replace(/^\s*\+\s*86/, '').replaceAll(/\D/g, '');
  return digits.length > MOBILE_LENGTH ? digits.replace(/^86(?=1)/, '') : digits;
}

/** True if two texts are the same phone number in any format. */
export function isSamePhone(one: string, other: string): boolean {
  const number = phoneNumber(one);
  return number !== '' && number === phoneNumber(other);
}

/** Formats typed digits in groups of 3, 4 and 4, and drops surplus digits. */
export function groupedPhone(typed: string): string {
  const digits = phoneNumber(typed).slice(0, MOBILE_LENGTH);
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join(' ');
}

/** Formats a whole mobile number in groups; returns any other text unchanged. */
export function phoneText(mobile: string): string {
  return phoneNumber(mobile).length === MOBILE_LENGTH ? groupedPhone(mobile) : mobile;
}

/** Hides the four middle digits of each mobile number in a text. */
export function maskPhones(text: string): string {
  return text.replace(MOBILE, '$1****$2');
}
