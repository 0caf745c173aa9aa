const MAX_FRAMES = 20;
const PLACE = /\bassets\/[\w.-]+\.js:\d+:\d+(?=\)?$)/;
/** Chromium: `at NAME (…)`; WebKit: `NAME@…`. */
const NAME = /^\s*(?:at (?:async )?(?:new )?([\w$.<>]+).*\(|([\w$.<>]+)@)/;
const LONG_NUMBER = /\d{5}/;

/**
 * Reduces a stack to the functions of the page's own files, as `at NAME (assets/FILE.js:LINE:COLUMN)`, innermost first.
 * It leaves out the message, which may quote what a person typed, and each address outside the page's assets. `page` is
 * the base address of the page.
 */
export function framesOf(stack: string, page: string): string {
  const frames: string[] = [];
  for (const line of stack.split('\n')) {
    const [place] = (line.includes(`${page}assets/`) && PLACE.exec(line)) || [];
    const [, ofChromium, ofWebKit] = NAME.exec(line) ?? [];
    const name = ofChromium ?? ofWebKit ?? '';
    if (place) frames.push(`at ${!name || LONG_NUMBER.test(name) ? '<anonymous>' : name} (${place})`);
  }
  return frames.slice(0, MAX_FRAMES).join('\n');
}

/** The error that was thrown first, for a stack and a class. */
export function originOf(error: Error): Error {
  return error.cause instanceof Error ? originOf(error.cause) : error;
}

/** The class of an error, such as `TypeError`. */
export function classOf({ name }: Error): string {
  return /^[A-Z][A-Za-z]{1,40}$/.test(name) ? name : 'Error';
}

/** The code of a refusal. A server may put anything there: a code longer than a word and six digits becomes `other`. */
export function serverCodeOf(code: string | undefined): string | undefined {
  return code === undefined || /^[A-Za-z_]{0,20}\d{0,6}$/.test(code) ? code : 'other';
}

/** What a security policy blocked: `self`, the origin of another site, or a keyword such as `inline`. */
export function sourceOf(blocked: string, page: string): string {
  const [origin] = /^(https?|wss?):\/\/[\w.:-]+/.exec(blocked) ?? [];
  if (origin !== undefined) return page.startsWith(`${origin}/`) ? 'self' : origin;
  return /^[a-z-]{1,20}/.exec(blocked)?.[0] ?? 'other';
}

/** The name of a file of the page, from its address or the message of a failed import. */
export function assetOf(file: string | undefined): string | undefined {
  return file && /\bassets\/[\w.-]+\.(?:js|css)/.exec(file)?.[0];
}
