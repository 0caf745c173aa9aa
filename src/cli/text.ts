const ESCAPE = String.fromCodePoint(0x1b);
const SEQUENCES = new RegExp(`(?:${ESCAPE}\\[|\\u009b)[0-?]*[ -/]*[@-~]|(?:${ESCAPE}[\\]PX^_]|[\\u009d\\u0090])[^${ESCAPE}\\u0007\\u009c]*(?:\\u0007|\\u009c|${ESCAPE}\\\\)?`, 'g');
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu;
const LOOSE_IN_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/** A text from elsewhere, without anything that a terminal would obey. */
export function plain(text: string): string {
  return text.replace(SEQUENCES, '').replace(CONTROLS, ' ');
}

/** A text as one word of a command that is copied into a shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-][\w@%+=:,./~-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

const MOST_NAMES = 12;
const LONGEST_NAME = 60;

/** Names from a file, as many and as much of them as a line can hold. */
export function nameList(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name));
  return [...shown, ...(names.length > MOST_NAMES ? [`${names.length - MOST_NAMES} more`] : [])].join(', ');
}

/** JSON that is safe to look at, too: what a terminal would obey is escaped. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(LOOSE_IN_JSON, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
