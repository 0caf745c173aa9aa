/** Plain ASCII host names, no user name or password, and no character that parsers interpret differently. */
const SAFE =
  /^https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?$/i;

/** True if an untrusted address may be opened or shown as a picture: https, with only one possible interpretation. */
export function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && SAFE.test(text);
}
