/** The gate for a time in ms: which statistic must not exceed which limit. */
export interface Promised {
  what: string;
  /** The figures of other projects. */
  anchor: string;
  of: 'p95' | 'longest';
  atMost: number;
}

/** The measurement of a time in ms, in the output format of a benchmark. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  anchor: string;
  gate: string;
  met: boolean;
  p50: number;
  p95: number;
  longest: number;
  runs: number;
}

/** Summarises many measurements. */
export function figureOf({ what, anchor, of, atMost }: Promised, measured: readonly number[]): Figure {
  const sorted = measured.toSorted((one, other) => one - other);
  const part = (share: number) => Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN);
  const [p50, p95, longest] = [part(0.5), part(0.95), part(1)];
  const value = { p95, longest }[of];
  return {
    what,
    value,
    unit: of === 'p95' ? 'ms (p95)' : 'ms at most',
    anchor,
    gate: `≤ ${atMost}`,
    met: value <= atMost,
    p50,
    p95,
    longest,
    runs: sorted.length,
  };
}
