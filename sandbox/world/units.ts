export const MINUTE = 60_000;
export const DAY = 86_400_000;
const CHINA_OFFSET = 8 * 60 * MINUTE;

/** Date and time in China, in the format of the server. */
export function chinaTime(instant: number): string {
  return new Date(instant + CHINA_OFFSET).toISOString().slice(0, 19).replace('T', ' ');
}

/** Yuan with two decimals. */
export function yuanText(fen: number): string {
  return (fen / 100).toFixed(2);
}
