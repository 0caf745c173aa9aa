const ESCAPE = String.fromCodePoint(0x1b);
const SEQUENCES = new RegExp(
  `(?:${ESCAPE}\\[|\\u009b)[0-?]*[ -/]*[@-~]|(?:${ESCAPE}[\\]PX^_]|[\\u009d\\u0090])[^${ESCAPE}\\u0007\\u009c]*(?:\\u0007|\\u009c|${ESCAPE}\\\\)?`,
  'g',
);
const CONTROLS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu;
const LOOSE_IN_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;

/** The text without terminal control sequences. */
export function plain(text: string): string {
  return text.replace(SEQUENCES, '').replace(CONTROLS, ' ');
}

/** The text quoted as one word for the shells of the system: a POSIX shell, or cmd and PowerShell. */
export function shellWord(text: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return windowsWord(text);
  return /^[\w@%+=:,./-][\w@%+=:,./~-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** In double quotes, which both shells know, unless PowerShell would replace something within them. */
function windowsWord(text: string): string {
  if (/^[\w+=:./\\-]+$/.test(text)) return text;
  return /["$`\u201c-\u201e]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text.replace(/\\+$/, '$&$&')}"`;
}

const MAX_NAMES = 12;
const MAX_NAME_LENGTH = 60;

/** A number and what it counts: `1 day`, `2 days`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Names from a file, shortened to fit a line. */
export function nameList(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name));
  return [...shown, ...(names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [])].join(', ');
}

/** JSON with terminal control characters escaped. */
export function safeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    LOOSE_IN_JSON,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
