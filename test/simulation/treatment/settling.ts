import { MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import type { Choice } from '../kernel/choice.ts';
import type { Page } from './page.ts';
import type { TreatmentWorld } from './world.ts';

/** A lock, the answers and the confirmation of a command take no longer. */
const COMMANDS_END_MS = 100 * SECOND;
/** Longer than every treatment and what is remembered of it. */
const ALL_IS_OVER_MS = 40 * MINUTE;

/** Leads a world to rest: everything answers, the commands end, what runs is stopped or comes to its end. */
export class Settling {
  private step = 0;
  private readonly steps: readonly { kind: string; take: () => Promise<void> }[];

  constructor(private readonly world: TreatmentWorld) {
    this.steps = [
      { kind: 'everything answers', take: () => this.answers() },
      { kind: 'what runs is stopped', take: () => this.stops() },
      { kind: 'the time of the treatments passes', take: () => this.passes() },
    ];
  }

  next(): Choice | undefined {
    const step = this.steps[this.step];
    if (!step) return undefined;
    this.step += 1;
    return { ...step, on: 'the world', weight: 1, isFault: false };
  }

  atRest(): void {
    const { world } = this;
    world.eachPage((page) => {
      const { life, log, running } = page;
      // On the command line, nothing asks the device again by itself.
      if (page.isCommandLine) return;
      const still = [...log.mayRun(), ...running.runningAt(page.clock.now()).map(({ sno }) => sno)];
      if (still.length > 0) world.violated('leads-to-settled', `${life.name} still knows of ${still.join(', ')}`);
    });
  }

  private get isBusy(): boolean {
    return this.world.phones.some(({ pages }) => pages.some((page) => page.isBusy));
  }

  private async answers(): Promise<void> {
    const { world } = this;
    for (const phone of world.phones) {
      phone.learnsTheTime();
      for (const page of phone.pages) if (page.life.isFrozen) await world.thaw(page);
    }
    for (const device of world.devices) if (!device.isConnected) device.connect(world.now);
    await world.passQuietly(COMMANDS_END_MS, () => !this.isBusy);
    if (this.isBusy) world.violated('leads-to-settled', 'a command does not end');
  }

  /** Somebody who has the device's treatment before them stops it. */
  private async stops(): Promise<void> {
    const { world } = this;
    await world.passQuietly(30 * SECOND);
    for (const { sno, run } of world.devices) {
      const page = run && this.pageOf(run);
      if (!page || run.endedAt !== undefined) continue;
      page.open({ kind: 'process', sno });
      await world.passQuietly(15 * SECOND);
      page.stop();
      await world.passQuietly(40 * SECOND, () => !page.isStopping);
      await world.passQuietly(15 * SECOND);
      if (run.endedAt === undefined)
        world.violated('leads-to-settled', `${page.life.name}: no stop ends the run of ${sno}`);
    }
  }

  private async passes(): Promise<void> {
    const { world } = this;
    world.eachPage((page) => !page.isCommandLine && page.open({ kind: 'elsewhere' }));
    await world.answerAll();
    await world.sleep(world.phones, ALL_IS_OVER_MS);
    await world.passQuietly(COMMANDS_END_MS, () => !this.isBusy);
    world.eachPage((page) => page.resume());
    await world.passQuietly(35 * SECOND);
  }

  private pageOf({ account, phone }: { account: string; phone: string }): Page | undefined {
    const pages = this.world.phones.find(({ name }) => name === phone)?.pages;
    return pages?.find((page) => page.account === account && !page.isCommandLine);
  }
}
