const ESCAPE = String.fromCodePoint(0x1b);
const SEQUENCES = new RegExp(`(?:${ESCAPE}\\[|\\u009b)[0-?]*[ -/]*[@-~]|(?:${ESCAPE}[\\]PX^_]|[\\u009d\\u0090])[^${ESCAPE}\\u0007\\u009c]*(?:\\u0007|\\u009c|${ESCAPE}\\\\)?`, 'g');
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu;
const LOOSE_IN_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;
const PHONE = /(?<!\d)(\d{3})[\s-]?\d{4}[\s-]?(\d{4})(?!\d)/g;

/** A text from elsewhere, without anything that a terminal would obey. */
export function plain(text: string): string {
  return text.replace(SEQUENCES, '').replace(CONTROLS, ' ');
}

/** JSON that is safe to look at, too: what a terminal would obey is escaped. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(LOOSE_IN_JSON, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Phone numbers with their middle hidden. */
export function masked(text: string | undefined): string | undefined {
  return text?.replace(PHONE, '$1****$2');
}
