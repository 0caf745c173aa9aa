/** Characters that take one column each. */
const PLAIN = /^[ -~→]*$/;

/** The rows as aligned columns. Wide characters count as two; the package that measures them is loaded only if needed. */
export async function table(rows: readonly (readonly string[])[]): Promise<string[]> {
  const widthOf = rows.every((row) => row.every((cell) => PLAIN.test(cell)))
    ? plainWidth
    : (await import('string-width')).default;
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, widthOf(cell))));
  return rows.map((row) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** The words of one line, aligned to the widths. The line is longer if a word is wider than its column. */
export async function padded(words: readonly string[], widths: readonly number[]): Promise<string> {
  const widthOf = words.every((word) => PLAIN.test(word)) ? plainWidth : (await import('string-width')).default;
  return words
    .map((word, index) => word + ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(word))))
    .filter((word) => word !== '')
    .join('  ')
    .trimEnd();
}

/** The number of columns that a text takes on a terminal. */
export async function widthOf(text: string): Promise<number> {
  return PLAIN.test(text) ? text.length : (await import('string-width')).default(text);
}

function plainWidth(text: string): number {
  return text.length;
}
