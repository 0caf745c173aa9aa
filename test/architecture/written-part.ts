/**
 * Replaces a part of a document that a test writes. The part begins after `<!-- NAME: … -->` and ends before `<!-- end
 * of the NAME -->`. Throws if the document has no such markers.
 */
export function withPart(document: string, name: string, text: string): string {
  const begin = document.indexOf(`<!-- ${name}: `);
  const from = document.indexOf('-->\n', begin) + '-->\n'.length;
  const to = document.indexOf(`<!-- end of the ${name} -->`, from);
  if (begin === -1 || to === -1) throw new Error(`the document has no markers for the ${name}`);
  return `${document.slice(0, from)}${text}\n${document.slice(to)}`;
}
