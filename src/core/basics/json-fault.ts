/** What JSON is made of. The first character after it, such as a quotation mark of Chinese texts, belongs to no JSON. */
const TOKENS = /^(?:[ \t\r\n{}[\]:,\d.eE+-]|true|false|null|"(?:[^"\\\n]|\\.)*")*/;

const TEXT = /"(?:[^"\\\n]|\\.)*"/g;
/** A mark that cannot follow the one before it. */
const MISPLACED = /[,:]\s*[}\],:]|[[{]\s*[,:]/;

/** Where the parser of JSON stopped, and why. Some engines name no position, and none names the end of the text. */
export function jsonFault(text: string, thrown: unknown): string {
  const { message } = thrown as Error;
  // Some engines repeat a part of the text, which may be private.
  const reason = message.replace(/ in JSON at position \d+.*|, (\.{3})?".*is not valid JSON$/s, '');
  const strange = text.length - text.replace(TOKENS, '').length;
  const stopped = Math.min(strange, misplacedIn(text));
  const position =
    /position (\d+)/.exec(message)?.[1] ??
    (/\bend\b|EOF/i.test(message) ? text.length : stopped < text.length ? stopped : undefined);
  if (position === undefined) return `at an unknown place: ${reason}`;
  const before = text.slice(0, Number(position));
  const lines = before.split('\n');
  const place = `line ${lines.length}, column ${(lines[lines.length - 1] ?? '').length + 1}`;
  const next = text[Number(position)] ?? '';
  const isCommaTooMany = /,\s*$/.test(before) && ['}', ']'].includes(next);
  const isForeign = Number(position) === strange && next > '~';
  const why = isCommaTooMany
    ? `a comma too many before ${next}`
    : isForeign
      ? `${next} is no character of JSON`
      : reason;
  return `${place}: ${why}`;
}

/** The position of the first misplaced mark outside of texts; infinite without one. */
function misplacedIn(text: string): number {
  const pair = MISPLACED.exec(text.replace(TEXT, (each) => '"'.repeat(each.length)));
  return pair ? pair.index + pair[0].length - 1 : Infinity;
}
