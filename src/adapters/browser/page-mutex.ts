import type { Clock } from '../../ports/clock.ts';
import type { Mutex } from '../../ports/mutex.ts';
import { InMemoryMutex } from '../in-memory-mutex.ts';
import { WebLocksMutex } from './web-locks-mutex.ts';

/** The mutex among the pages of this phone; in a browser without the Web Locks API, within this page. */
export function pageMutex(clock: Clock): Mutex {
  return new WebLocksMutex(new InMemoryMutex(clock));
}
