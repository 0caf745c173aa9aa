/** Joins what is known with dots. Where the line is too long, it breaks after a dot. */
export function separated(parts: readonly (string | undefined | false)[]): string {
  return parts.filter(Boolean).join('\u00a0· ');
}
