import stringWidth from 'string-width';

/** The rows as aligned columns, wide characters counted as two. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, stringWidth(cell))));
  return rows.map((row) => row.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - stringWidth(cell))).join('  ').trimEnd());
}
