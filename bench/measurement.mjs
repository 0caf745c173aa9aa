/** The median; for an even number of values, the upper one. */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Prints one measurement as a JSON line. `met` says whether the gate is met; it is undefined without a gate. */
export function printMeasurement({ what, value, unit, anchor, gate, aim, met, ...more }) {
  console.log(JSON.stringify({ what, value, unit, anchor, gate, aim, met, ...more }));
}

export const rounded = (value, digits = 2) => Number(value.toFixed(digits));
