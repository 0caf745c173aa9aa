/** Plain ASCII host names, no user name or password, and no character that parsers interpret differently. */
const SAFE =
  /^https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?$/i;

/** One slash and no backslash, which browsers read as a slash: two would begin the name of another host. */
const OWN_PATH = /^\.{0,2}\/(?!\/)[!-[\]-~]*$/;

/** True for a path on the page's own site. */
export function isOwnPath(text: string): boolean {
  return OWN_PATH.test(text);
}

/** True if an untrusted address may be opened or shown as a picture: https, with only one possible interpretation. */
export function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && SAFE.test(text);
}
