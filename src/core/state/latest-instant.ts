import { isInstant } from '../basics/instants.ts';

/** Returns the latest instant that a stored JSON text names, epoch ms; undefined if it names none or is damaged. */
export function latestInstantIn(text: string | undefined): number | undefined {
  try {
    const instants = numbersIn(JSON.parse(text ?? 'null')).filter(isInstant);
    return instants.length > 0 ? instants.reduce((one, other) => Math.max(one, other)) : undefined;
  } catch {
    return undefined;
  }
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
