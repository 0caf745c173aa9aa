/** How many digits a mobile number has in China. */
const MOBILE_LENGTH = 11;
const MOBILE = /(1[3-9]\d)[\s-]?\d{4}[\s-]?(\d{4})/g;
const TYPED = /^\+?\s*\d[\d\s-]*$/;

/** Whether a text can be a phone number: digits, with spaces and hyphens among them and a plus before them. Only the server knows whether it is one. */
export function isPhoneLike(typed: string): boolean {
  return TYPED.test(typed.trim());
}

/** Returns the digits of a phone number as somebody typed or pasted it, without China's country code. */
export function phoneNumber(typed: string): string {
  const digits = typed.replace(/^\s*\+\s*86/, '').replaceAll(/\D/g, '');
  return digits.length > MOBILE_LENGTH ? digits.replace(/^86(?=1)/, '') : digits;
}

/** Whether two texts are the same phone number, however each is written. */
export function isSamePhone(one: string, other: string): boolean {
  const number = phoneNumber(one);
  return number !== '' && number === phoneNumber(other);
}

/** Formats what is typed in groups of 3, 4 and 4 digits, and drops the digits that a mobile number has no room for. */
export function groupedPhone(typed: string): string {
  const digits = phoneNumber(typed).slice(0, MOBILE_LENGTH);
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join(' ');
}

/** Formats a phone number of the server in groups, or returns it as it is where it is no whole mobile number. */
export function phoneText(mobile: string): string {
  return phoneNumber(mobile).length === MOBILE_LENGTH ? groupedPhone(mobile) : mobile;
}

/** Hides the four middle digits of each mobile number in a text. */
export function maskPhones(text: string): string {
  return text.replace(MOBILE, '$1****$2');
}
