import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../core/problem.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Mutex } from '../../ports/mutex.ts';
import { preparePrivateDirectory } from './private-file.ts';
import { isSystemError } from './system-error.ts';

const LOCKS_DIRECTORY = 'locks';
const FREE = 'free';
const POLL_INTERVAL_MS = 50;

/**
 * Turns among all processes that share a directory. A turn is a directory with one empty one in it, whose name says who has the turn: to take it,
 * to give it back and to take it from a process that died is to rename that, which one process of all succeeds in. Where it cannot be done, work goes on without.
 */
export class FileMutex implements Mutex {
  constructor(
    private readonly directory: string,
    private readonly clock: Clock,
  ) {}

  async runExclusive<Result>(
    name: string,
    longestMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const me = `${host()}.${process.pid}.${randomBytes(6).toString('hex')}`;
    const turn = join(this.directory, LOCKS_DIRECTORY, plain(name));
    const waited = await this.wait(turn, me, longestMs);
    try {
      return await work(waited);
    } finally {
      transfer(turn, me, FREE);
    }
  }

  /** Whether anybody was waited for. */
  private async wait(turn: string, me: string, longestMs: number): Promise<boolean> {
    try {
      this.prepare(turn, me);
    } catch (thrown) {
      if (!isSystemError(thrown) && !(thrown instanceof Problem)) throw thrown;
      return true;
    }
    if (transfer(turn, FREE, me)) return false;
    const ends = this.clock.now() + longestMs;
    for (let left = longestMs; left > 0; left = ends - this.clock.now()) {
      const holder = ownerOf(turn);
      if (holder === undefined) return true;
      if ((holder === FREE || isDead(holder)) && transfer(turn, holder, me)) return true;
      await this.clock.sleep(Math.min(POLL_INTERVAL_MS, left));
    }
    transfer(turn, ownerOf(turn) ?? FREE, me);
    return true;
  }

  /** The turn comes into being with whom it belongs to: nothing can take the place of a directory that holds something. */
  private prepare(turn: string, me: string): void {
    if (ownerOf(turn)) return;
    const fresh = `${turn}.${me}`;
    preparePrivateDirectory(this.directory, join(this.directory, LOCKS_DIRECTORY));
    mkdirSync(join(fresh, FREE), { recursive: true, mode: 0o700 });
    try {
      renameSync(fresh, turn);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
}

/** False where it is no more `from` who has the turn. */
function transfer(turn: string, from: string, to: string): boolean {
  try {
    renameSync(join(turn, from), join(turn, to));
    return true;
  } catch {
    return false;
  }
}

/** Undefined where there is no such turn. */
function ownerOf(turn: string): string | undefined {
  try {
    return readdirSync(turn)[0] ?? '';
  } catch {
    return undefined;
  }
}

/** Of a process on another machine nothing is known. */
function isDead(holder: string): boolean {
  const [machine, pid] = holder.split('.');
  if (machine !== host()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function host(): string {
  return plain(hostname());
}

/** As a file name anywhere; two names that become alike wait for each other, no more. */
function plain(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_');
}
