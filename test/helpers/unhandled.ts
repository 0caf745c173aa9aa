import { onTestFinished } from 'vitest';

/**
 * Collects the rejections that nobody handles, until the caller stops it or the test ends. The page reports them, and
 * the command line ends with them.
 */
export function collectUnhandled(): { readonly unhandled: unknown[]; stop: () => void } {
  const unhandled: unknown[] = [];
  const usual = process.listeners('unhandledRejection');
  const collect = (reason: unknown) => void unhandled.push(reason);
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', collect);
  const stop = () => {
    if (!process.listeners('unhandledRejection').includes(collect)) return;
    process.off('unhandledRejection', collect);
    for (const listener of usual) process.on('unhandledRejection', listener);
  };
  onTestFinished(stop);
  return { unhandled, stop };
}
