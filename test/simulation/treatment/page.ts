import { CALL_TIMEOUT_MS, type ApiClient, type CallOptions } from '../../../src/core/api/api-client.ts';
import { isSameDevice } from '../../../src/core/basics/device-code.ts';
import { ConfirmPayment } from '../../../src/core/checkout/confirm/confirm-payment.ts';
import { Holdings } from '../../../src/core/checkout/holdings/holdings.ts';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { FindOrder } from '../../../src/core/order/find-order.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import { mayRunBy, sightOf, type TreatmentView } from '../../../src/core/treatment/follow/treatment-view.ts';
import type { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import type { TreatmentSettings } from '../../../src/core/treatment/settings/settings.ts';
import type { StartCommand } from '../../../src/core/treatment/start/start-command.ts';
import type { Deduction } from '../../../src/core/treatment/start/start.ts';
import type { StartOutcome, StartTreatment } from '../../../src/core/treatment/start/start-treatment.ts';
import type { StopOutcome, StopTreatment } from '../../../src/core/treatment/stop/stop-treatment.ts';
import type { Reporter } from '../../../src/ports/reporter.ts';
import { continueStop, followedBy } from '../../../src/ui/parts/stop/continue-stop.ts';
import type { RunningStore } from '../../../src/ui/stores/running-store.ts';
import type { ToastTone } from '../../../src/ui/stores/toasts.ts';
import { runAs } from '../kernel/flow.ts';
import { Life } from '../kernel/life.ts';
import { SimulatedClock } from '../kernel/time.ts';
import type { Account } from './device.ts';
import { Lines } from './lines.ts';
import type { Phone, Surroundings } from './phone.ts';
import { WIRING } from './wiring.ts';

/** One tap or one command of a person, and what was sent because of it. */
export interface Flow {
  readonly page: Page;
  readonly kind: 'start' | 'stop' | 'show' | 'look';
  readonly sno: string;
  readonly signal?: AbortSignal;
  /** How many starts of the device the server had accepted at the tap. */
  readonly nth: number;
  /** When it began, by the time of the world; epoch ms. */
  readonly at: number;
  /** How many commands were sent because of it. */
  sent: number;
  /** Whether the server was asked because of it for whom the device works, and when that was asked and answered last; epoch ms. */
  hasChecked?: true;
  checkedAt?: number;
}

export type Screen =
  | { readonly kind: 'elsewhere'; readonly sno?: undefined }
  | { readonly kind: 'modes' | 'process'; readonly sno: string };

/** A page, or the command line with one command at a time. Its screens are written by hand, as the shipped ones act. */
export class Page {
  readonly life: Life;
  readonly clock: SimulatedClock;
  readonly log: TreatmentLog;
  readonly running: RunningStore;
  readonly lines: Lines;
  screen: Screen = { kind: 'elsewhere' };
  view?: TreatmentView;
  /** The deduction that the screen asks about, and the settings that it is for. */
  question?: { deduction: Deduction; settings: TreatmentSettings };
  /** The process screen says that the device may still run although its stop was asked for. */
  hasStopFailed = false;
  /** When the server was asked last for whom a device works, and has answered; epoch ms. */
  checkedAt?: number;
  isStarting = false;
  isStopping = false;
  /** What was begun and has not ended, on whichever screen. */
  readonly flows = new Set<Flow>();
  private gone = new AbortController();
  private unfollow: (() => void) | undefined;
  private refollow: (() => void) | undefined;
  private treatedBefore?: string;
  private readonly starting: StartTreatment;
  private readonly command: StartCommand;
  private readonly stopping: StopTreatment;
  private readonly following: FollowTreatment;

  constructor(
    readonly around: Surroundings,
    readonly phone: Phone,
    readonly account: Account,
    readonly isCommandLine: boolean,
    name: string,
  ) {
    this.life = new Life(name);
    this.clock = new SimulatedClock(around.time, this.life, phone.time);
    this.lines = new Lines(this.life, around);
    const scope = WIRING.scope(WIRING.storage(phone.storage.anotherPage()), account);
    const api = WIRING.api(this.api());
    const mutex = WIRING.mutex(phone.locks.of(this.life));
    const reporter: Reporter = {
      report: (event) => {
        if (event.kind === 'bug') around.violated('no-bug', String(event.error.cause ?? event.error));
      },
    };
    const { clock } = this;
    this.log = WIRING.log(scope, clock);
    const checkout = new CheckoutRecords(scope, clock);
    const holdings = new Holdings(api, checkout, clock);
    const confirmation = new ConfirmPayment(new FindOrder(api), checkout, clock, reporter);
    this.command = WIRING.command(api, this.log, mutex, clock, reporter);
    this.starting = WIRING.starting(api, this.log, holdings, checkout, confirmation, this.command, clock);
    this.stopping = WIRING.stopping(api, this.log, mutex, clock, reporter);
    const devices = WIRING.devices(api, this.lines, clock, reporter);
    this.following = WIRING.following(api, devices, this.log, clock, reporter);
    this.running = WIRING.running(WIRING.resuming(api, this.log, clock, reporter), clock);
  }

  /** By how much the page's clock is ahead of the world's; ms. */
  get aheadMs(): number {
    return this.clock.now() - this.around.time.now();
  }

  /** True if a command of the person is under way. */
  get isBusy(): boolean {
    return [...this.flows].some(({ kind }) => kind !== 'look');
  }

  // The screens of a page.

  open(screen: Screen): void {
    this.gone.abort();
    this.gone = new AbortController();
    this.unfollow?.();
    this.unfollow = this.refollow = undefined;
    this.view = this.question = undefined;
    this.isStarting = this.isStopping = this.hasStopFailed = false;
    this.screen = screen;
    if (screen.kind === 'process') this.follow(screen.sno);
    this.continueStops();
    this.refreshBar();
  }

  /** The page is shown again. */
  resume(): void {
    if (this.isCommandLine) return;
    this.refollow?.();
    const { screen } = this;
    if (screen.kind === 'process') {
      if (this.stopping.asked(screen.sno) === 'due') this.stop(true);
      else if (!this.isStopping && this.stopping.isUnconfirmed(screen.sno)) this.hasStopFailed = true;
    }
    this.continueStops();
    this.refreshBar();
  }

  /** The person confirms that the treatment has ended or that its device is offline. */
  confirmEnd(): void {
    if (!this.view) return;
    const destination = this.following.leave(this.view);
    this.open(destination.to === 'mode-menu' ? { kind: 'modes', sno: this.view.sno } : { kind: 'elsewhere' });
  }

  /** A tap on a tile. The screen asks for the deduction that it names, and the person agrees to it. */
  start(settings: TreatmentSettings, agreed?: Deduction): void {
    const { screen } = this;
    if (screen.kind !== 'modes' || this.isStarting) return;
    const { sno } = screen;
    if (!agreed && this.running.isRunning(sno)) return;
    const { signal } = this.gone;
    this.question = undefined;
    this.isStarting = true;
    void this.run('start', sno, { signal }, async (flow) => {
      const outcome = await this.begin(flow, settings, agreed);
      if (signal.aborted) return void this.running.refresh();
      this.isStarting = false;
      if (outcome.kind === 'confirm-deduction') this.question = { deduction: outcome, settings };
      else if ('destination' in outcome) this.open({ kind: 'process', sno });
    }).finally(() => {
      if (!signal.aborted) this.isStarting = false;
    });
  }

  /** A tap on stop. `continues`: the stop was asked for before. */
  stop(continues = false): void {
    const { screen, gone } = this;
    if (screen.kind !== 'process' || this.isStopping) return;
    const { sno } = screen;
    const { signal } = gone;
    this.isStopping = true;
    this.hasStopFailed = false;
    const sight = continues || !this.view ? {} : sightOf(this.view, this.clock.now());
    this.run('stop', sno, {}, async (flow) => {
      if (!continues) this.around.asksToStop(flow);
      const outcome = await followedBy(this.running, sno, this.stopping.stop(sno, { ...sight, continues }));
      this.told(flow, outcome);
      if (signal.aborted) return;
      if ('destination' in outcome) this.open({ kind: 'modes', sno });
      else if (outcome.kind !== 'not-mine' && outcome.kind !== 'another-run') this.hasStopFailed = true;
    })
      .catch(() => {
        if (!signal.aborted) this.hasStopFailed = true;
      })
      .finally(() => {
        if (!signal.aborted) this.isStopping = false;
      });
  }

  // The commands of the command line.

  startCommand(sno: string, settings: TreatmentSettings): void {
    void this.run('start', sno, {}, async (flow) => {
      let outcome = await this.begin(flow, settings);
      while (outcome.kind === 'confirm-deduction') outcome = await this.begin(flow, settings, outcome);
      const awaitsReport =
        outcome.kind === 'started' || (outcome.kind === 'already-running' && outcome.asAsked && !outcome.isReported);
      if (!awaitsReport) return;
      const seen = await this.command.awaitRunning(sno, settings);
      if (seen.kind === 'started') this.around.says({ kind: 'started', flow, state: seen.state });
    });
  }

  stopCommand(sno: string): void {
    void this.run('stop', sno, {}, async (flow) => {
      this.around.asksToStop(flow);
      this.told(flow, await this.stopping.stop(sno, {}));
    });
  }

  showCommand(sno: string): void {
    void this.run('show', sno, {}, async (flow) => {
      this.around.says({ kind: 'shown', flow, seen: await this.following.look(sno) });
    });
  }

  private follow(sno: string): void {
    let mayRunBefore: boolean | undefined;
    const following = this.following.follow(sno, (view) => {
      this.view = view;
      const mayRun = mayRunBy(view);
      if (mayRun !== undefined && mayRun !== mayRunBefore) this.running.sees(sno, mayRun);
      mayRunBefore = mayRun;
      this.running.shows(view);
      this.around.shows(this);
    });
    this.unfollow = following.stop;
    this.refollow = following.refresh;
    this.hasStopFailed = this.stopping.isUnconfirmed(sno);
    if (this.stopping.asked(sno) === 'due') this.stop(true);
  }

  private refreshBar(): void {
    const { kind, sno } = this.screen;
    const treated = kind === 'process' ? sno : undefined;
    const also = [this.treatedBefore, kind === 'modes' ? sno : undefined];
    void this.run('look', '', {}, () => this.running.refresh({ also, onScreen: treated }));
    this.treatedBefore = treated ?? this.treatedBefore;
  }

  /** Continues the stops that were asked for and are not known to be sent. */
  private continueStops(): void {
    const isOnScreen = (sno: string) => this.screen.kind === 'process' && isSameDevice(this.screen.sno, sno);
    const continueOne = (sno: string) =>
      this.run('stop', sno, {}, (flow) => {
        const tell = (_words: string, tone: ToastTone) => {
          if (tone === 'good') this.around.says({ kind: 'rest', flow });
        };
        const application = { resolve: () => this.stopping, running: this.running, toasts: { tell } };
        return continueStop(application as never, sno, () => isOnScreen(sno));
      }).catch(() => {});
    for (const sno of this.running.stopsDue()) if (!isOnScreen(sno)) void continueOne(sno);
  }

  private async begin(flow: Flow, settings: TreatmentSettings, agreed?: Deduction): Promise<StartOutcome> {
    const { sno, signal } = flow;
    const outcome = await this.starting.begin({ sno, settings, agreed, signal });
    this.around.says({ kind: 'start-outcome', flow, outcome });
    return outcome;
  }

  private told(flow: Flow, outcome: StopOutcome): void {
    this.around.says({ kind: 'stop-outcome', flow, outcome });
  }

  private async run(
    kind: Flow['kind'],
    sno: string,
    { signal }: Pick<Flow, 'signal'>,
    work: (flow: Flow) => Promise<unknown>,
  ): Promise<void> {
    // Who continues a stop joins the one that is under way.
    const joined = [...this.flows].find((each) => kind === 'stop' && each.kind === 'stop' && each.sno === sno);
    const nth = joined?.nth ?? this.around.startsOf(sno);
    const flow: Flow = { page: this, kind, sno, signal, nth, at: this.around.time.now(), sent: 0 };
    this.flows.add(flow);
    if (kind === 'start') this.around.asksToStart(flow);
    try {
      await runAs(flow, () => work(flow));
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (problem.code === 'internal') this.around.violated('no-bug', String((problem.cause as Error).stack));
      if (kind === 'stop') throw thrown;
    } finally {
      this.flows.delete(flow);
    }
  }

  private api(): ApiClient {
    const call = (endpoint: { name: string; kind: string }, input: object, options: CallOptions = {}) =>
      this.around.ask(this, endpoint, { ...input, key: options.idempotencyKey }, options.timeoutMs ?? CALL_TIMEOUT_MS);
    const answerOf = ({ answer }: { answer: unknown }) => answer;
    return { call, answerOf } as unknown as ApiClient;
  }
}
