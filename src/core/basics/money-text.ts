/** Formats integer fen as yuan without a currency sign; two decimals unless the amount is whole yuan. */
export function yuanText(fen: number): string {
  const sign = fen < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(fen) / 100);
  const rest = Math.abs(fen) % 100;
  return rest === 0 ? `${sign}${whole}` : `${sign}${whole}.${String(rest).padStart(2, '0')}`;
}
