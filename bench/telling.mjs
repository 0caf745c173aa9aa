/** The one in the middle. */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** One thing that was measured, as a JSON line; `met` says whether the gate is, and is left out where there is none. */
export function tell({ what, value, unit, anchor, gate, aim, met, ...more }) {
  console.log(JSON.stringify({ what, value, unit, anchor, gate, aim, met, ...more }));
}

export const rounded = (value, digits = 2) => Number(value.toFixed(digits));
