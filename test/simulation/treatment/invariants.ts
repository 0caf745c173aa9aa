import { hasDevice, isSameDevice } from '../../../src/core/basics/device-code.ts';
import { DAY, MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import { askedStopOf, ofDevice, unconfirmedStops } from '../../../src/core/treatment/records/treatment-records.ts';
import { TREATMENT_KEYS } from '../../../src/core/state/activity-keys.ts';
import { LATE_MS, REPORTS_MS, type Device, type Run, type Start } from './device.ts';
import type { Flow, Page } from './page.ts';
import type { Claim, Phone } from './phone.ts';
import { leadsToStop, phaseSaidBy, runsSaidBy, type SaidRun } from './said.ts';
import { MINUTES_OF, SHORT_MINUTES } from './settings.ts';

export const INVARIANTS = {
  'rest-is-true':
    'The app never says that a treatment has stopped, finished or does not run while the device may run because of this phone.',
  'running-is-true': 'Where the app says that a device runs for this person, it did so when it was last heard of.',
  'minutes-are-true': 'The minutes that the app names are those of the run, as far as a device counts them.',
  'mode-is-true': 'The mode that the app names is the one that the device runs in.',
  'whose-is-true': 'The app says of no run of this person that it is of somebody else.',
  'started-as-asked': 'A command never says "started" unless the device runs with the settings that it names.',
  'nothing-sent-is-true': 'What the app says was not sent or did not start has not been sent and does not start.',
  'one-use': 'One treatment that a person asks for costs at most one use, however often the person taps.',
  'stop-within-reach': 'While a device runs, each page of the phone that started it leads to its stop in one step.',
  'asked-stop-is-kept': 'A stop that was asked for is sent, or it stays on the screen as unconfirmed.',
  'one-account': 'Nothing of one person is kept for another.',
  'nobody-elses-run':
    'The app sends no start and no stop to a device of which the server says that it works for somebody else.',
  'named-subject': 'A tap sends commands only to the device that its screen names.',
  'no-act-for-a-gone-screen': 'A screen that the person has left starts nothing.',
  'rows-are-kept': 'What another release has stored stays as it is.',
  'no-bug': 'Nothing fails because of a mistake of the program.',
  'leads-to-settled':
    'Once everything answers, all commands end, a stop stops, and after the time of the treatments no page knows of any.',
} as const;

export type InvariantId = keyof typeof INVARIANTS;

/** How old a report of the server may be. */
const REPORT_AGE_MS = REPORTS_MS + LATE_MS;
/** The server's word for whom a device works follows the reports. */
const WORD_AGE_MS = 2 * REPORT_AGE_MS;
/** Whole minutes of the device, of the screen, and the age of the report. */
const MINUTES_TOLERANCE = 2.5;

const AT_REST: Partial<Record<string, true>> = { idle: true, finished: true, over: true, replaced: true };

/** A stop that a person has asked for. */
export interface AskedStop {
  readonly flow: Flow;
  readonly at: number;
  /** It has reached the server, the person was told that nothing was sent, or wants the device to run again. */
  isDone: boolean;
}

/** What the invariants look at. */
export interface Checked {
  readonly now: number;
  readonly phones: readonly Phone[];
  readonly devices: readonly Device[];
  readonly asked: readonly AskedStop[];
  violated(invariant: InvariantId, what: string): void;
}

/** Checks what holds after each step. */
export class Checks {
  private readonly phases = new WeakMap<Page, { screen: object; phase: string }>();

  constructor(private readonly world: Checked) {}

  afterStep(): void {
    for (const phone of this.world.phones) {
      for (const page of phone.pages) {
        if (!page.life.isFrozen) {
          for (const said of runsSaidBy(page)) this.checkRun(page, said);
        }
        if (!isClockWrong(phone)) this.checkReach(page);
      }
      this.checkRecords(phone);
    }
    if (!this.world.phones.some(isClockWrong)) for (const asked of this.world.asked) this.checkAsked(asked);
  }

  /** What is told once. */
  claimed(claim: Claim): void {
    const { flow } = claim;
    switch (claim.kind) {
      case 'rest':
        return this.claimsRest(flow.page, flow.sno, 'stopped', flow.nth);
      case 'stop-outcome':
        return this.checkStop(flow, claim.outcome.kind);
      case 'start-outcome':
        return this.checkStart(flow, claim.outcome);
      case 'started':
        return this.checkStarted(flow, claim.state);
      case 'shown': {
        const { phase, reported } = claim.seen;
        if (AT_REST[phase]) this.claimsRest(flow.page, flow.sno, phase);
        if (phase === 'running' && reported) this.hasFoundRun(flow, 'treatment show');
      }
    }
  }

  private checkStop(flow: Flow, kind: string): void {
    const { page, sno } = flow;
    if (kind === 'stopped' || kind === 'not-running') this.claimsRest(page, sno, kind, flow.nth);
    if (kind !== 'not-mine' && kind !== 'another-run') return;
    if (flow.sent > 0) this.violated('nothing-sent-is-true', `"${kind}" of ${sno} although a stop was sent`, page);
    if (kind === 'not-mine') this.claimsOther(page, sno, kind, flow.at);
  }

  private checkStart(flow: Flow, outcome: Extract<Claim, { kind: 'start-outcome' }>['outcome']): void {
    const { page, sno } = flow;
    const { kind } = outcome;
    const saysNothingSent =
      kind === 'too-frequent' ||
      kind === 'unavailable' ||
      kind === 'may-run' ||
      kind === 'reports-run' ||
      kind === 'another-run' ||
      kind === 'confirm-deduction' ||
      (kind === 'already-running' && !outcome.isSent);
    if (saysNothingSent && flow.sent > 0)
      this.violated('nothing-sent-is-true', `"${kind}" of ${sno} although a start was sent`, page);
    if (kind === 'unavailable' && outcome.reason === 'used') this.claimsOther(page, sno, 'used', flow.at);
    if (kind === 'already-running' && outcome.isReported) this.hasFoundRun(flow, kind);
    if (kind === 'not-started' && !outcome.outcomeUnknown) {
      const started = this.device(sno)
        .accepted(flow.nth)
        .find((start) => start.account === page.account && start.phone === page.phone.name);
      if (started) this.violated('nothing-sent-is-true', `"${sno} did not start", and the server accepted it`, page);
    }
  }

  private checkStarted({ page, sno, nth, at }: Flow, state: DeviceState): void {
    const fits = (start: Start) => start.account === page.account && isSetTo(start, state);
    const device = this.device(sno);
    const isTrue = device.runs.some((run) => fits(run) && (run.nth > nth || this.isIn(run, at - reportAge(device))));
    if (!isTrue) this.violated('started-as-asked', `"started ${sno}" with ${JSON.stringify(state)}`, page);
  }

  /** The screen of a treatment shows another phase than before. */
  shown(page: Page): void {
    const said = phaseSaidBy(page);
    const before = this.phases.get(page);
    const { screen } = page;
    if (!said) return;
    this.phases.set(page, { screen, phase: said.phase });
    if (before?.screen === screen && before.phase === said.phase) return;
    const { sno, phase, mayStillRun, treatedMinutes } = said;
    if (AT_REST[phase]) this.claimsRest(page, sno, phase);
    // Only the clock says how long a device that cannot be reached may still run.
    if (phase === 'offline' && !mayStillRun && !isClockWrong(page.phone))
      this.claimsRest(page, sno, 'offline, and does not run');
    if (phase === 'not-mine' || phase === 'replaced') this.claimsOther(page, sno, phase, page.checkedAt);
    if (treatedMinutes === undefined || isClockWrong(page.phone)) return;
    const runs = this.device(sno).runs.filter(({ account }) => account === page.account);
    // A record that is old says little of the minutes of a device that was away.
    const { cameBackAt, traits } = this.device(sno);
    const isTrue = runs.some(
      (run) => isNear(treatedMinutes, this.minutesOf(run)) || (traits.recordLagMs > 0 && cameBackAt > run.beganAt),
    );
    if (!isTrue) this.violated('minutes-are-true', `"treated ${treatedMinutes} minutes" on ${sno}`, page);
  }

  private checkRun(page: Page, { where, sno, seenAt, mode, elapsedMinutes, remainingMinutes }: SaidRun): void {
    if (isClockWrong(page.phone)) return;
    const since = this.world.now - (page.clock.now() - seenAt);
    const { cameBackAt, traits } = this.device(sno);
    // What was read before a device comes back stays on the screen, with its stop, until the device reports: its past.
    if (cameBackAt >= since - traits.recordLagMs) return;
    const runs = this.claimsRun(page, sno, since, where);
    if (runs.length === 0) return;
    if (mode !== undefined && runs.every(({ settings }) => settings.function !== mode))
      this.violated('mode-is-true', `the ${where} says ${mode} of ${sno}`, page);
    // Some devices count the minutes of the run before at first. Only a phone that remembers the start can tell.
    if (this.device(sno).traits.counts === 'late' && !ofDevice(page.log.records().started, sno)) return;
    if (remainingMinutes !== undefined) {
      const isTrue = runs.some((run) => isNear(remainingMinutes, run.settings.workMinutes - this.minutesOf(run, true)));
      if (!isTrue)
        this.violated('minutes-are-true', `the ${where} says "${remainingMinutes} minutes left" of ${sno}`, page);
    }
    if (elapsedMinutes !== undefined && remainingMinutes !== undefined) {
      const isTrue = runs.some((run) => isNear(elapsedMinutes, this.minutesOf(run, true)));
      if (!isTrue) this.violated('minutes-are-true', `the ${where} says "${elapsedMinutes} minutes" of ${sno}`, page);
    }
  }

  /**
   * What one look finds. It asks for the report and for the server's word at once, so a start that the server accepts in
   * between joins a report from before it; what the person sees next is asked anew.
   */
  private hasFoundRun({ page, sno, nth, at }: Flow, where: string): void {
    const isStartedSince = this.device(sno)
      .accepted(nth)
      .some(({ account }) => account === page.account);
    if (!isStartedSince) this.claimsRun(page, sno, at, where);
  }

  /** Returns the runs of this person that were there since a moment, as far as the server could know. */
  private claimsRun(page: Page, sno: string, since: number, where: string): Run[] {
    const device = this.device(sno);
    const all = device.runs.filter((run) => this.isIn(run, since - reportAge(device)));
    const own = all.filter(({ account }) => account === page.account);
    if (own.length === 0) {
      const truth = all.length > 0 ? 'it runs for somebody else' : 'it rests';
      this.violated('running-is-true', `${where}: ${sno} runs for this person; ${truth}`, page);
    }
    return own;
  }

  private claimsRest(page: Page, sno: string, words: string, nth = -1): void {
    const device = this.device(sno);
    const { account, phone } = page;
    const overlooked = [device.run, ...device.awaited].find(
      (start) => start?.account === account && (start.phone === phone.name || start.nth <= nth),
    );
    if (overlooked) this.violated('rest-is-true', `"${words}" of ${sno}, which runs or is about to`, page);
  }

  /** A start or a stop reaches the server. */
  reached({ page, sno, hasChecked, checkedAt }: Flow, what: string): void {
    const { account } = page;
    const device = this.device(sno);
    const word = device.words.at(-1);
    if (!word || word.until !== Infinity || word.account === account || device.worksFor !== word.account) return;
    const isOwnRecent = [...device.runs, ...device.awaited].some(
      (start) => start.account === account && start.at >= this.world.now - WORD_AGE_MS,
    );
    const saidSince = Math.max(word.since, device.online ? device.cameBackAt : Infinity);
    if (isOwnRecent || saidSince > this.world.now - WORD_AGE_MS) return;
    // Whoever taps stop while nothing answers is not left without it.
    const saidAt = hasChecked ? checkedAt : page.checkedAt;
    if (what === 'a stop' && (saidAt ?? -Infinity) < saidSince) return;
    this.violated('nobody-elses-run', `${what} is sent to ${sno}, which works for ${word.account}`, page);
  }

  private claimsOther(page: Page, sno: string, words: string, asked = this.world.now): void {
    const device = this.device(sno);
    const since = asked - WORD_AGE_MS;
    const isTrue = device.words.some(({ account, until }) => account !== page.account && until >= since);
    if (!isTrue) this.violated('whose-is-true', `"${words}" of ${sno}, which nobody else uses`, page);
  }

  private checkReach(page: Page): void {
    for (const { sno, run } of this.world.devices) {
      if (run?.account !== page.account || run.phone !== page.phone.name || page.life.isFrozen) continue;
      if (!leadsToStop(page, sno)) this.violated('stop-within-reach', `${sno} runs`, page);
    }
  }

  private checkRecords({ name, pages, storage }: Phone): void {
    for (const page of pages) {
      const { started, pendingStarts } = page.log.records();
      const minutes = [
        ...Object.values(started).map(({ state }) => state.workMinutes),
        ...Object.values(pendingStarts).map(({ settings }) => settings?.workMinutes),
      ];
      const isForeign = (each: number | undefined) =>
        each !== undefined && each !== SHORT_MINUTES && !MINUTES_OF[page.account].includes(each);
      if (minutes.some(isForeign)) this.violated('one-account', 'keeps a treatment of another person', page);
    }
    const stored = storage.snapshot().account;
    for (const [key, text] of Object.entries(stored))
      if (
        key.endsWith(TREATMENT_KEYS.started) &&
        key.startsWith('me') &&
        !text.includes(FOREIGN_ROW) &&
        this.hasForeignRow(name)
      )
        this.world.violated('rows-are-kept', `${name} has lost a row of another release`);
  }

  private hasForeignRow(name: string): boolean {
    return this.world.phones.find((phone) => phone.name === name)?.hasForeignRow ?? false;
  }

  private checkAsked({ flow, at, isDone }: AskedStop): void {
    const { page, sno, nth } = flow;
    const { account, phone } = page;
    if (isDone || this.world.now - at > DAY - MINUTE) return;
    const device = this.device(sno);
    const isOwn = (start: Start) => start.account === account;
    const all = [...(device.run ? [device.run] : []), ...device.awaited].filter(isOwn);
    if (!all.some((start) => start.nth <= nth) || device.accepted(nth).some((start) => start.phone === phone.name))
      return;
    const pages = phone.pages.filter((each) => each.account === account);
    const isUnderWay = pages.some((each) =>
      [...each.flows].some((one) => one.kind === 'stop' && isSameDevice(one.sno, sno)),
    );
    if (isUnderWay) return;
    for (const each of pages) {
      const [records, now] = [each.log.records(), each.clock.now()];
      if (hasDevice(unconfirmedStops(records, now), sno) || askedStopOf(records, sno, now) !== undefined) continue;
      this.violated('asked-stop-is-kept', `the stop of ${sno}, which still runs, is forgotten`, each);
    }
  }

  private minutesOf({ beganAt, endedAt = this.world.now }: Run, isGoingOn = false): number {
    return ((isGoingOn ? this.world.now : endedAt) - beganAt) / MINUTE;
  }

  private isIn({ endedAt = Infinity }: Run, since: number): boolean {
    return endedAt >= since;
  }

  private device(sno: string): Device {
    const found = this.world.devices.find((device) => isSameDevice(device.sno, sno));
    if (!found) throw new Error(`there is no device ${sno}`);
    return found;
  }

  private violated(invariant: InvariantId, what: string, { life }: Page): void {
    this.world.violated(invariant, `${life.name}: ${what}`);
  }
}

/** How old a report of this device may be; ms. */
function reportAge({ traits }: Device): number {
  return REPORT_AGE_MS + traits.recordLagMs;
}

/** A row that no release of today can read. */
export const FOREIGN_ROW = 'a word of another release';

/** The phone's clock has jumped, and no server has said so yet. */
export function isClockWrong(phone: Phone): boolean {
  return phone.time.aheadMs !== 0 || phone.pages.some((page) => Math.abs(page.aheadMs) > SECOND);
}

function isNear(said: number, real: number): boolean {
  return Math.abs(said - real) <= MINUTES_TOLERANCE;
}

function isSetTo({ settings }: Start, state: DeviceState): boolean {
  const agrees = (said: unknown, real: unknown) => said === undefined || said === real;
  return agrees(state.function, settings.function) && agrees(state.workMinutes, settings.workMinutes);
}
