import type { SessionState } from '../../core/session/session.ts';
import type { Clock } from '../../ports/clock.ts';
import { MINUTE } from '../../core/basics/time.ts';

/**
 * The page was current when it was opened, and a release may wait for minutes. Most visits are shorter, and most of
 * the others are one request longer.
 */
const CHECK_INTERVAL_MS = 5 * MINUTE;

interface ReleaseServices {
  /** The build of this page. */
  own: string;
  page: {
    read(name: string): Promise<string | undefined>;
    stored(): { session: { state(): SessionState } };
  };
  time: Pick<Clock, 'now'>;
  /** Receives whether the server has another build than this page, and a reload keeps the user signed in. */
  onCheck: (isOutdated: boolean) => void;
}

/** Learns which build the page's server has. */
export class ReleaseWatcher {
  readonly #services: ReleaseServices;
  #checkedAt: number;

  constructor(services: ReleaseServices) {
    this.#services = services;
    this.#checkedAt = services.time.now();
  }

  /** Asks the server if the last time was long enough ago. Call it when the page is shown again. */
  readonly resumed = (): void => {
    if (this.#services.time.now() - this.#checkedAt >= CHECK_INTERVAL_MS) void this.#check();
  };

  async #check(): Promise<void> {
    const { own, page, time, onCheck } = this.#services;
    this.#checkedAt = time.now();
    const served = buildIn(await page.read('version.json'));
    // A server that does not say which build it has changes nothing.
    if (served !== undefined) onCheck(served !== own && page.stored().session.state() === 'signed-in');
  }
}

function buildIn(versionFile = ''): string | undefined {
  try {
    const { buildId } = JSON.parse(versionFile) as { buildId?: unknown };
    return typeof buildId === 'string' && /^\w+$/.test(buildId) ? buildId : undefined;
  } catch {
    return undefined;
  }
}
