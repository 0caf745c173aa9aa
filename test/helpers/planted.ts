import { onTestFinished, vi } from 'vitest';

/** An internal error as a programming mistake throws it. */
export const plantedError = () => new TypeError('planted is not a function');

/** Makes the decoder of an endpoint throw an internal error until the test ends or calls `takeOut`. */
export function plantInDecoder({ answer }: { answer: object }, error: Error = plantedError()): { takeOut: () => void } {
  const planted = vi.spyOn(answer as { '~run': () => unknown }, '~run').mockImplementation(() => {
    throw error;
  });
  onTestFinished(() => planted.mockRestore());
  return { takeOut: () => planted.mockRestore() };
}
