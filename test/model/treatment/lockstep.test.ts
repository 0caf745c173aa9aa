import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { InMemoryMutex } from '../../../src/adapters/in-memory-mutex.ts';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../../src/adapters/fake/fake-clock.ts';
import { checkDevice, enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow-treatment.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { StartTreatment } from '../../../src/core/treatment/start-treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop-treatment.ts';
import { TreatmentLog } from '../../../src/core/treatment/treatment-log.ts';
import { ageOf } from '../../../src/core/time.ts';
import type { TreatmentRecords } from '../../../src/core/treatment/treatment-records.ts';
import { RunningStore } from '../../../src/ui/stores/running-store.ts';
import { createTestApp, fakeAdapters } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';
import { offline, online } from '../../helpers/wire.ts';
import { applied } from './apply.ts';
import { actionsOf, commandAt, holders } from './commands.ts';
import { page, scenario } from './model.ts';
import { toldOf } from './tell.ts';
import { viewOf } from './view.ts';
import {
  deviceAt,
  pageOf,
  recordsOf,
  SETTINGS,
  snoOf,
  type Action,
  type Command,
  type Device,
  type World,
} from './world.ts';

const SEED = 20260315;
const SECOND = 1_000;
const DECISION_MS = 15 * SECOND;
const CODES = { A: 1, B: 3 } as const;

interface Phone {
  clock: FakeClock;
  storage: FakeAppStorage;
  mutex: InMemoryMutex;
}

type Part = 'start' | 'stop' | 'follow' | 'bar';
type Endpoint = typeof readLatest | typeof checkDevice | typeof getDetail | typeof startDevice | typeof stopDevice;

/** One part of a page, whose requests wait until the test answers them. */
class HeldPart {
  readonly app;
  private held: { endpoint: Endpoint; answer: (value: never) => void }[] = [];

  constructor(phone: Phone) {
    this.app = createTestApp({ adapters: { ...fakeAdapters(), ...phone } });
    for (const endpoint of [readLatest, checkDevice, getDetail, startDevice, stopDevice])
      this.app.http.reply(endpoint, () => new Promise((answer) => this.held.push({ endpoint, answer })));
    // The channel stays closed: a failure of it would be a report of its own.
    this.app.http.reply(enterPage, () => new Promise(() => {}));
  }

  private get isOnlyChecked(): boolean {
    return this.held.length > 0 && this.held.every(({ endpoint }) => endpoint === checkDevice);
  }

  /** Answers all requests, and the question for whom a device works that follows the report that it runs. */
  async answer(device: Device, isLost: boolean, isRefused = false): Promise<void> {
    for (let isFirst = true; isFirst || this.isOnlyChecked; isFirst = false) {
      const answers = this.held;
      this.held = [];
      for (const { endpoint, answer } of answers)
        answer((isLost ? new Problem('timeout') : answerOf(endpoint, device, isRefused)) as never);
      await this.app.clock.advance(0);
    }
  }
}

function answerOf(endpoint: Endpoint, { report, worksFor, isOnline }: Device, isRefused: boolean) {
  if (endpoint === readLatest)
    return report && report.mode !== 'off' ? { onOff: 1, function: CODES[report.mode], workTime: 30 } : { onOff: 0 };
  if (endpoint === checkDevice) return { ownerId: 'op1', status: worksFor === 'me' ? 'DEVICE_WORKING' : 'DEVICE_FREE' };
  if (endpoint === getDetail) return isOnline ? online : offline;
  return isRefused ? refused('1') : null;
}

interface Tapped {
  kind: Command['kind'];
  outcome?: string;
}

/** A page: its use-cases and stores, each with requests of its own. */
class RealPage {
  readonly parts: Record<Part, HeldPart>;
  readonly running: RunningStore;
  tapped: Tapped[] = [];
  phase: string | undefined;
  private screen = new AbortController();
  private following: { stop: () => void; refresh: () => void } | undefined;

  constructor(private readonly phone: Phone) {
    this.parts = {
      start: new HeldPart(phone),
      stop: new HeldPart(phone),
      follow: new HeldPart(phone),
      bar: new HeldPart(phone),
    };
    const { clock, container } = this.parts.bar.app;
    this.running = new RunningStore(container.get(ResumeTreatment), clock);
  }

  leave(): void {
    this.screen.abort();
    this.screen = new AbortController();
  }

  open(sno: string, screen: 'menu' | 'process' | 'elsewhere', isWorking: boolean): void {
    this.following?.stop();
    this.following = undefined;
    this.phase = undefined;
    if (screen === 'elsewhere') return;
    for (const { app } of Object.values(this.parts)) app.current.select({ sno, isShare: true }, { isWorking });
    if (screen === 'process')
      this.following = this.parts.follow.app.get(FollowTreatment).follow(sno, ({ phase }) => (this.phase = phase));
  }

  follow(): void {
    this.following?.refresh();
  }

  begin(mode: 'A' | 'B'): void {
    const { signal } = this.screen;
    this.watch(
      'start',
      this.parts.start.app.get(StartTreatment).begin({ sno: 'DEV0001', settings: SETTINGS[mode].me, signal }),
    );
  }

  stop(sno: string, elapsed: number | undefined, isRunning: boolean): void {
    const { signal } = this.screen;
    this.watch('stop', this.parts.stop.app.get(StopTreatment).stop(sno, { elapsed, isRunning, signal }), true);
  }

  /** The outcome of a stop that another tap joined is that of the last tap. */
  private watch(kind: Command['kind'], result: Promise<{ kind: string }>, joins = false): void {
    if (joins) this.tapped = this.tapped.filter((each) => each.kind !== kind || each.outcome !== undefined);
    const tapped: Tapped = { kind };
    this.tapped.push(tapped);
    result.then(
      (outcome) => (tapped.outcome = outcome.kind),
      (thrown: unknown) => (tapped.outcome = Problem.of(thrown).code),
    );
  }

  /** The page after the phone has discarded this one. */
  reopened(): RealPage {
    this.close();
    return new RealPage(this.phone);
  }

  close(): void {
    this.leave();
    this.following?.stop();
  }
}

interface Real {
  clock: FakeClock;
  pages: RealPage[];
}

interface Modelled {
  world: World;
  startedAt: number;
  story: string[];
}

/** One step of the model, taken by the app too. */
class Step implements fc.AsyncCommand<Modelled, Real> {
  private told = 'nothing';

  constructor(private readonly pick: number) {}

  check(): boolean {
    return true;
  }

  async run(model: Modelled, real: Real): Promise<void> {
    const actions = actionsOf(model.world).filter((action) => isTaken(model.world, action));
    const action = actions[this.pick % actions.length];
    if (!action) return;
    const before = model.world;
    await perform(model, real, action);
    this.told = toldOf(action, before, model.world);
    model.story.push(this.told);
    compare(model, real);
  }

  toString(): string {
    return this.told;
  }
}

/** The lock passes at once, only one command at a time waits for the clock, and no read of a start waits longer than it may. */
function isTaken(world: World, action: Action): boolean {
  const isTimed = ({ state: { at } }: Command) => at === 'pausing' || at === 'delayed';
  const isReading = world.commands.some(({ kind, state: { at } }) => kind === 'start' && at === 'reading');
  if (action.type === 'clock') return !isReading && !world.commands.some(isTimed);
  const ofPage = world.commands.filter((each) => 'page' in action && each.page === action.page);
  // The held requests of two starts of one page could not be told apart.
  if (action.type === 'start') return !ofPage.some(({ kind }) => kind === 'start');
  if (action.type === 'reload') return ofPage.length === 0;
  if (action.type !== 'answer') return true;
  const command = commandAt(world, action.page, action.command, action.nth);
  if (command.state.at === 'queued' || action.isLate) return false;
  return !isTimed(command) || (!isReading && world.commands.filter(isTimed).length === 1);
}

async function perform(model: Modelled, { clock, pages }: Real, action: Action): Promise<void> {
  const { world } = model;
  const real = 'page' in action ? pages[action.page] : undefined;
  const change = (next: Action) => {
    const { ended } = model.world;
    model.world = applied(model.world, next);
    model.world = { ...model.world, ended: [...ended, ...model.world.ended] };
  };
  model.world = { ...world, ended: [] };
  const device = real && 'page' in action ? pageOf(world, action.page).device : 0;
  switch (action.type) {
    case 'start':
      real?.begin(action.mode);
      break;
    case 'stop': {
      const { tracked } = pageOf(world, action.page);
      const view = tracked && viewOf(tracked, world.now);
      const elapsed = view?.beganAt === undefined ? undefined : ageOf(view.beganAt, world.now);
      real?.stop(snoOf(device), elapsed, view?.phase === 'running');
      break;
    }
    case 'open':
      real?.leave();
      real?.open(snoOf(action.device), action.screen, deviceAt(world, action.device).worksFor === 'me');
      break;
    case 'follow':
      real?.follow();
      await clock.advance(0);
      await real?.parts.follow.answer(deviceAt(world, device), false);
      break;
    case 'refresh': {
      const { screen } = pageOf(world, action.page);
      const sno = snoOf(device);
      // The store has asked by itself meanwhile.
      await real?.parts.bar.answer(deviceAt(world, device), true);
      void real?.running.refresh({
        also: screen === 'menu' ? [sno] : [],
        onScreen: screen === 'process' ? sno : undefined,
      });
      await clock.advance(0);
      await real?.parts.bar.answer(deviceAt(world, device), false);
      break;
    }
    case 'reload':
      if (real) pages[action.page] = real.reopened();
      break;
    case 'clock':
      await clock.advance(action.ms);
      break;
    case 'answer': {
      const command = commandAt(world, action.page, action.command, action.nth);
      if (command.state.at === 'pausing') {
        await clock.advance(SECOND);
        change({ type: 'clock', ms: SECOND });
      } else if (command.state.at === 'delayed') await clock.advance(command.state.ms);
      else
        await real?.parts[action.command].answer(
          deviceAt(world, command.device),
          action.isLost === true,
          command.reached === 'refused',
        );
      break;
    }
    default:
  }
  await clock.advance(0);
  change(action);
  for (let next = atOnce(model.world); next; next = atOnce(model.world)) change(next);
  for (const { page: at, outcome, isGone } of model.world.ended) {
    const { screen, device: shown } = pageOf(model.world, at);
    if (outcome === 'stopped' || outcome === 'not-running') pages[at]?.running.removeStopped(snoOf(shown));
    if (!isGone && NAVIGATING.includes(outcome))
      pages[at]?.open(snoOf(shown), screen, deviceAt(model.world, shown).worksFor === 'me');
  }
  await clock.advance(0);
}

/** What the app does at once: the lock passes on, and neither a start nor a confirmation goes on after its time. */
function atOnce(world: World): Action | undefined {
  const command = world.commands.find(
    (each) =>
      isNextInQueue(world, each) || isReadTooLate(world, each) || (each.state.at === 'pausing' && each.state.ms === 0),
  );
  if (!command) return undefined;
  const { page: at, kind } = command;
  const nth = world.commands.filter((each) => each.page === at && each.kind === kind).indexOf(command);
  const answer = { type: 'answer' as const, page: at, command: kind, nth };
  return isReadTooLate(world, command) ? { ...answer, isLost: true } : answer;
}

const isNextInQueue = (world: World, command: Command): boolean =>
  command.state.at === 'queued' && holders(world, command).length === 0;
const isReadTooLate = ({ now }: World, { kind, state: { at }, tappedAt }: Command): boolean =>
  kind === 'start' && at === 'reading' && now >= tappedAt + DECISION_MS;

/** The outcomes after which the page shows another screen. */
const NAVIGATING = ['started', 'already-running', 'runs-otherwise', 'stopped', 'not-running'];
/** The kinds of outcomes that the use-case names otherwise. */
const OUTCOMES: Partial<Record<string, string>> = { left: 'cancelled', 'runs-otherwise': 'already-running' };

function compare({ world, startedAt, story }: Modelled, { pages }: Real): void {
  for (const [at, real] of pages.entries()) {
    const { tracked, bars } = pageOf(world, at);
    const ended = world.ended.filter((each) => each.page === at);
    const settled = real.tapped.filter(({ outcome }) => outcome !== undefined);
    real.tapped = real.tapped.filter(({ outcome }) => outcome === undefined);
    expect(
      {
        outcomes: settled.map(({ kind, outcome }) => `${kind} ${outcome}`),
        records: recordsSince(startedAt, real.parts.start.app.get(TreatmentLog).records()),
        bars: real.running.runningAt(0).map(({ sno }) => sno),
        phase: real.phase,
      },
      `page ${at + 1} after: ${story.join('\n')}`,
    ).toEqual({
      outcomes: ended.map(({ kind, outcome }) => `${kind} ${OUTCOMES[outcome] ?? outcome}`),
      records: recordsSince(0, recordsOf(world, pageOf(world, at))),
      bars: bars.map(snoOf),
      phase: tracked && viewOf(tracked, world.now).phase,
    });
  }
}

/** The records without their random keys, with times since the start. */
function recordsSince(then: number, { started, pendingStarts, stoppedAt }: TreatmentRecords) {
  return {
    started: Object.values(started).map(({ sno, at, state, ran }) => [sno, at - then, state.on, state.function, ran]),
    pending: Object.values(pendingStarts).map(({ sno, at, settings, tries }) => [sno, at - then, settings, tries]),
    stopped: Object.entries(stoppedAt).map(([sno, at]) => [sno, at - then]),
  };
}

test(
  'The use-cases and the stores of two pages do what the model does, in a thousand random walks',
  { timeout: 300_000 },
  async () => {
    const { world } = scenario('two pages in lockstep', [page(0), page(0)], {
      modes: ['A', 'B'],
      ends: true,
      clock: [15 * SECOND, 120 * SECOND],
    });
    const step = fc.nat({ max: 1_000 }).map((pick) => new Step(pick));
    await fc.assert(
      fc.asyncProperty(fc.commands([step], { maxCommands: 20, size: 'max' }), async (steps) => {
        let pages: RealPage[] = [];
        const setup = () => {
          const clock = new FakeClock();
          const storage = new FakeAppStorage();
          const mutex = new InMemoryMutex(clock);
          pages = [storage, storage.anotherPage()].map((each) => new RealPage({ clock, storage: each, mutex }));
          for (const each of pages) each.open(snoOf(0), 'menu', false);
          return { model: { world, startedAt: clock.now(), story: [] as string[] }, real: { clock, pages } };
        };
        await fc.asyncModelRun(setup, steps);
        for (const each of pages) each.close();
      }),
      { numRuns: 1_000, seed: SEED },
    );
  },
);
