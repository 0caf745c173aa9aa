import { onTestFinished, vi } from 'vitest';

/** An error of the program: something is called that cannot be. */
export const plantedError = () => new TypeError('planted is not a function');

/** Plants an error of the program where the answers of an endpoint are decoded, until the test is over or takes it out. */
export function plantInDecoder({ answer }: { answer: object }, error: Error = plantedError()): { takeOut: () => void } {
  const planted = vi.spyOn(answer as { '~run': () => unknown }, '~run').mockImplementation(() => {
    throw error;
  });
  onTestFinished(() => planted.mockRestore());
  return { takeOut: () => planted.mockRestore() };
}
