const PLAIN = /^[ -~]*$/;

/** The rows as aligned columns, wide characters counted as two; what knows of those is loaded only where there are any. */
export async function table(rows: readonly (readonly string[])[]): Promise<string[]> {
  const widthOf = rows.every((row) => row.every((cell) => PLAIN.test(cell))) ? plainWidth : (await import('string-width')).default;
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, widthOf(cell))));
  return rows.map((row) => row.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell))).join('  ').trimEnd());
}

function plainWidth(text: string): number {
  return text.length;
}
