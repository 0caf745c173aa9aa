import { instantsIn } from '../basics/instants.ts';

/** Returns the latest instant that a stored JSON text names, epoch ms; undefined if it names none or is damaged. */
export function latestInstantIn(text: string | undefined): number | undefined {
  try {
    const instants = instantsIn(JSON.parse(text ?? 'null'));
    return instants.length > 0 ? instants.reduce((one, other) => Math.max(one, other)) : undefined;
  } catch {
    return undefined;
  }
}
