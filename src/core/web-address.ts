/** Host names in plain letters, no name or password before them, nothing that two readers could read in two ways. */
const SAFE =
  /^https:\/\/[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?(?:[/?#][!-[\]-~]*)?$/i;

/** Whether an address that somebody else gave may be followed or shown as a picture: https, as it is written and no other way. */
export function isWebAddress(text: string | undefined): text is string {
  return text !== undefined && SAFE.test(text);
}
