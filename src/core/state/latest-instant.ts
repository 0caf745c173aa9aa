/** The year 2020: no smaller number of a stored value is an instant. */
const EARLIEST = Date.UTC(2020, 0);

/** Returns the latest instant that a stored JSON text names, epoch ms; undefined if it names none or is damaged. */
export function latestInstantIn(text: string | undefined): number | undefined {
  try {
    const instants = numbersIn(JSON.parse(text ?? 'null')).filter((number) => number >= EARLIEST);
    return instants.length > 0 ? instants.reduce((one, other) => Math.max(one, other)) : undefined;
  } catch {
    return undefined;
  }
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
