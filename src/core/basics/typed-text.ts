/**
 * The text of a number that a person typed or pasted, as it was meant: the full-width letters and digits of a Chinese keyboard are plain
 * ones, and the invisible characters that chats and documents add are left out.
 */
export function typedText(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\uff01-\uff5e\u3000]/g, (letter) => letter.normalize('NFKC'))
    .trim();
}
