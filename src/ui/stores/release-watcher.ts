import type { AccountScope } from '../../core/state/account-scope.ts';
import type { SessionState } from '../../core/session/session.ts';
import type { Clock } from '../../ports/clock.ts';
import { MINUTE } from '../../core/basics/time.ts';

/**
 * The page was current when it was opened, and a release may wait for minutes. Most visits are shorter, and most of
 * the others are one request longer.
 */
const CHECK_INTERVAL_MS = 5 * MINUTE;
/** Key of the builds whose pages have reloaded by themselves in this tab. */
const LEFT_BUILDS = 'leftBuilds';

interface ReleaseServices {
  /** The build of this page. */
  own: string;
  page: {
    read(name: string): Promise<string | undefined>;
    stored(): { scope: Pick<AccountScope, 'read'>; session: { state(): SessionState } };
    reload(): void;
  };
  scope: Pick<AccountScope, 'read' | 'write'>;
  time: Pick<Clock, 'now'>;
  /** True while a reload would interrupt the user. */
  isUnderWay: () => boolean;
  /** Receives whether the server has another build than this page, and a reload keeps the user signed in. */
  onCheck: (isOutdated: boolean) => void;
}

/**
 * Whether a page that misses a file reloads by itself. It does so only for another build, and never if the page of
 * either build has already done so in this tab: a server that sends two builds in turn must not send the page in circles.
 */
export function reloadsByItself(own: string, served: string | undefined, left: readonly string[]): boolean {
  return served !== undefined && served !== own && !left.includes(own) && !left.includes(served);
}

/** Learns which build the page's server has. */
export class ReleaseWatcher {
  private isOutdated = false;
  private checkedAt: number;
  private isReloading = false;
  private checking: Promise<string | undefined> | undefined = undefined;

  constructor(private readonly services: ReleaseServices) {
    this.checkedAt = services.time.now();
  }

  /** Asks the server if the last time was long enough ago. Call it when the page is shown again. */
  readonly resumed = (): void => {
    if (this.services.time.now() - this.checkedAt >= CHECK_INTERVAL_MS) void this.check();
  };

  /**
   * Reloads the page once if the file is missing because the server has another build and nothing is under way. Never
   * resolves then.
   */
  readonly fileFailed = async (): Promise<void> => {
    const served = await this.check();
    const { own, page, scope, isUnderWay } = this.services;
    const left = scope.read('session', LEFT_BUILDS)?.split(' ') ?? [];
    if (this.isOutdated && !isUnderWay() && reloadsByItself(own, served, left)) {
      const text = [...left, own].join(' ');
      scope.write('session', LEFT_BUILDS, text);
      this.isReloading = page.stored().scope.read('session', LEFT_BUILDS) === text;
      if (this.isReloading) page.reload();
    }
    if (this.isReloading) await new Promise(() => {});
  };

  private check(): Promise<string | undefined> {
    return (this.checking ??= this.readBuild().finally(() => (this.checking = undefined)));
  }

  /** The build that the server has; undefined if it does not say, which changes nothing. */
  private async readBuild(): Promise<string | undefined> {
    const { own, page, time, onCheck } = this.services;
    this.checkedAt = time.now();
    const served = buildIn(await page.read('version.json'));
    if (served !== undefined)
      onCheck((this.isOutdated = served !== own && page.stored().session.state() === 'signed-in'));
    return served;
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
