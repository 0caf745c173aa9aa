/**
 * Converts yuan, as a number or a numeric string, to integer fen. Returns undefined for an invalid amount or more than
 * two decimals; it tolerates the rounding error of a binary float.
 */
export function fenFromYuan(yuan: number | string): number | undefined {
  const text = typeof yuan === 'number' ? withoutFloatNoise(yuan) : yuan.trim();
  const match = /^(-?)(\d{1,11})(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '0', decimals = ''] = match;
  if (/[^0]/.test(decimals.slice(2))) return typeof yuan === 'string' ? fenFromYuan(Number(text)) : undefined;
  const fen = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'));
  return sign && fen !== 0 ? -fen : fen;
}

function withoutFloatNoise(yuan: number): string {
  const rounded = Math.round(yuan * 100) / 100;
  return Math.abs(yuan - rounded) < 1e-13 * Math.max(1, Math.abs(yuan)) ? rounded.toFixed(2) : String(yuan);
}

/** Formats integer fen as yuan without a currency sign; two decimals unless the amount is whole yuan. */
export function yuanText(fen: number): string {
  const sign = fen < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(fen) / 100);
  const remainder = Math.abs(fen) % 100;
  return remainder === 0 ? `${sign}${whole}` : `${sign}${whole}.${String(remainder).padStart(2, '0')}`;
}
