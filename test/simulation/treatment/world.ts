import { isSameDevice } from '../../../src/core/basics/device-code.ts';
import { SECOND } from '../../../src/core/basics/time.ts';
import { Problem } from '../../../src/core/problem.ts';
import { TREATMENT_KEYS } from '../../../src/core/state/activity-keys.ts';
import type { TreatmentSettings } from '../../../src/core/treatment/settings/settings.ts';
import type { SeededRandom } from '../../soak/seeded-random.ts';
import type { Choice } from '../kernel/choice.ts';
import { Network, type Call } from '../kernel/network.ts';
import { settled } from '../kernel/settled.ts';
import type { Scenario, Violation, World } from '../kernel/simulate.ts';
import { SimulatedTime } from '../kernel/time.ts';
import { Device, PLAIN, type Account, type StartRule } from './device.ts';
import { Checks, FOREIGN_ROW, type AskedStop } from './invariants.ts';
import { Page, type Flow } from './page.ts';
import { Phone, type Claim, type Surroundings } from './phone.ts';
import { Settling } from './settling.ts';
import { settingsOf, SHORT_MINUTES } from './settings.ts';
import { devicesChoices, pageChoices, phoneChoices } from './taps.ts';

/** What is pushed arrives within this time. */
const PUSHES_ARRIVE_MS = 5 * SECOND;
/** So old is the record of a server that does not answer with the latest one. */
const RECORD_LAG_MS = 15 * SECOND;
/** After so many steps, quiet time passes in longer ones. */
const SHORT_STEPS = 60;

interface Shape {
  rule: StartRule;
  devices: number;
  /** The uses that each person has left; undefined if each leases the devices. */
  uses?: number;
}

/** The world of treatments: devices, their server, phones with their pages, and the people who tap. */
export class TreatmentWorld implements World, Surroundings {
  readonly time = new SimulatedTime();
  readonly violations: Violation[] = [];
  readonly notes: string[] = [];
  readonly phones: Phone[] = [];
  readonly devices: readonly Device[];
  readonly asked: AskedStop[] = [];
  readonly network: Network;
  private readonly checks: Checks;
  private readonly settling: Settling;
  private readonly pageOf = new Map<object, Page>();

  constructor(readonly shape: Shape & { traits: typeof PLAIN }) {
    this.network = new Network(this.time, (call) => this.serve(call));
    this.devices = Array.from({ length: shape.devices }, (_, at) => {
      const device = new Device(`D00${at + 1}`, shape.rule, shape.traits, this.time.now());
      device.onNote = (words) => this.notes.push(`${device.sno} ${words}`);
      device.onReport = () => this.eachPage(({ lines }) => lines.push(device.sno));
      device.onLine = () => this.eachPage(({ lines }) => lines.pushOnline(device.sno));
      return device;
    });
    this.checks = new Checks(this);
    this.settling = new Settling(this);
  }

  get now(): number {
    return this.time.now();
  }

  // The phones.

  addPhone(name: string, pages: readonly Account[], { isCommandLine = false, hasForeignRow = false } = {}): void {
    const phone = new Phone(name, this.time);
    phone.hasForeignRow = hasForeignRow;
    if (hasForeignRow)
      for (const key of Object.values(TREATMENT_KEYS))
        phone.storage.write('account', `me------${key}`, JSON.stringify({ D099: { sno: FOREIGN_ROW } }));
    this.phones.push(phone);
    for (const account of pages) this.addPage(phone, account, isCommandLine);
  }

  addPage(phone: Phone, account: Account, isCommandLine: boolean, at = phone.pages.length): Page {
    const page = new Page(
      this,
      phone,
      account,
      isCommandLine,
      `${phone.name}, ${isCommandLine ? 'command' : 'page'} ${at + 1} of ${account}`,
    );
    this.pageOf.set(page.life, page);
    phone.pages[at] = page;
    if (!isCommandLine) page.open({ kind: 'elsewhere' });
    return page;
  }

  /** The system discards the page, and the person opens it again. */
  reload(page: Page, account = page.account): void {
    page.life.isOver = true;
    this.network.forget(page.life);
    page.phone.locks.free(page.life);
    this.addPage(page.phone, account, page.isCommandLine, page.phone.pages.indexOf(page));
  }

  /** What has happened before. */
  beginsWith(what: 'nothing' | 'the modes' | 'a run' | 'a lost start'): void {
    const [device] = this.devices;
    const pages = this.phones.flatMap((phone) => phone.pages).filter((page) => !page.isCommandLine);
    const [first] = pages;
    if (!device || !first || what === 'nothing') return;
    const { sno } = device;
    if (what === 'a run') this.runsFor(first, device);
    if (what === 'a lost start') {
      const start = { sno, settings: settingsOf(first.account, 'A'), key: 'lost', at: this.now, tries: 1 };
      first.log.record({ type: 'startSent', start });
      const other = pages.find(({ account }) => account !== first.account);
      if (other) this.runsFor(other, device);
    }
    for (const page of pages) page.open({ kind: what === 'a run' && page === first ? 'process' : 'modes', sno });
  }

  /** The device runs for the person of the page, which has seen it run. */
  private runsFor({ account, phone, log }: Page, device: Device): void {
    const settings = settingsOf(account, 'A');
    device.start({ account, phone: phone.name, settings }, 'before', this.now);
    device.takeUp(this.now);
    device.report(this.now);
    const { sno, record } = device;
    log.record({ type: 'startTookEffect', treatment: { sno, at: this.now, state: record.state, ran: true } });
  }

  eachPage(act: (page: Page) => void): void {
    for (const phone of this.phones) for (const page of phone.pages) act(page);
  }

  // What the kernel asks.

  choices(): Choice[] {
    return [
      ...this.phones.flatMap((phone) => [
        ...phone.pages.flatMap((page) => pageChoices(this, page)),
        ...phoneChoices(this, phone),
      ]),
      ...this.network.choices(),
      ...this.phones.flatMap(({ pages }) => pages.flatMap(({ lines }) => lines.choices())),
      ...devicesChoices(this),
      ...this.timeChoices(),
    ];
  }

  toSettle(): Choice | undefined {
    return this.settling.next();
  }

  atRest(): void {
    this.settling.atRest();
  }

  afterStep(): void {
    this.checks.afterStep();
  }

  // What a page asks.

  ask(page: Page, { name, kind }: { name: string; kind: string }, input: object, limitMs: number): Promise<unknown> {
    const isWrite = kind === 'write';
    const call = this.network.ask(page.life, name, input, { isWrite, limitMs });
    const askedAt = this.now;
    if (name === 'device.checkDevice') {
      const asking = (this.network.calls.at(-1)?.flow ?? {}) as Partial<Flow>;
      asking.hasChecked = true;
      call.then(() => (page.checkedAt = asking.checkedAt = askedAt)).catch(() => {});
    }
    if (isWrite) {
      const { flow, input: sent } = this.network.calls.at(-1) as Call<{ sno: string }> & { flow: Flow };
      flow.sent += 1;
      if (flow.signal?.aborted) this.violated('no-act-for-a-gone-screen', `${page.life.name}: ${name}`);
      if (!isSameDevice(flow.sno, sent.sno))
        this.violated('named-subject', `${page.life.name}: a tap at ${flow.sno} sends ${name} to ${sent.sno}`);
    }
    return call;
  }

  deviceOf(sno: string): Device {
    const found = this.devices.find((device) => isSameDevice(device.sno, sno));
    if (!found) throw new Problem('refused', { serverCode: '404' });
    return found;
  }

  startsOf(sno: string): number {
    return this.devices.find((device) => device.sno === sno)?.starts ?? 0;
  }

  says(claim: Claim): void {
    const { flow } = claim;
    if (flow.page.life.isOver) return;
    const words = 'outcome' in claim ? claim.outcome.kind : 'seen' in claim ? claim.seen.phase : claim.kind;
    this.notes.push(`${flow.page.life.name} says of the ${flow.kind} of ${flow.sno}: ${words}`);
    this.checks.claimed(claim);
    if (claim.kind === 'stop-outcome' && (words === 'not-mine' || words === 'another-run')) this.toldOf(flow);
  }

  shows(page: Page): void {
    this.checks.shown(page);
  }

  asksToStart(flow: Flow): void {
    this.toldOf(flow);
  }

  asksToStop(flow: Flow): void {
    this.asked.push({ flow, at: this.now, isDone: false });
  }

  violated(invariant: string, what: string): void {
    this.violations.push({ invariant, what });
  }

  // Time.

  /** Lets the time pass, without any answer. */
  async pass(ms: number): Promise<void> {
    const bring = () => ms >= PUSHES_ARRIVE_MS && this.eachPage((page) => page.life.goesOn && page.lines.bringAll());
    bring();
    for (const device of this.devices) device.passUntil(this.now + ms);
    await this.time.pass(ms);
    bring();
  }

  /** Lets the time pass while all that is asked is answered at once, until then or until the people have what they wait for. */
  async passQuietly(ms: number, until: () => boolean = () => false): Promise<void> {
    const end = this.now + ms;
    for (let steps = 0; this.now < end && !until() && this.violations.length === 0; steps += 1) {
      await this.answerAll();
      if (until()) return;
      await this.pass(Math.min(end - this.now, steps < SHORT_STEPS ? 2 * SECOND : 10 * SECOND));
      this.checks.afterStep();
    }
    await this.answerAll();
  }

  /** Everything that was asked is answered, and everything that was pushed arrives. */
  async answerAll(): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      this.eachPage((page) => page.life.goesOn && page.lines.arrive());
      const answers = this.network
        .choices()
        .filter(({ kind }) => kind.endsWith('is answered') || kind.endsWith('arrives late'));
      if (answers.length === 0) return;
      for (const { take } of answers) void take();
      await settled();
    }
  }

  /** The pages of a phone lie in a pocket for that time. */
  async sleep(phones: readonly Phone[], ms: number): Promise<void> {
    const pages = phones.flatMap((phone) => phone.pages).filter(({ life }) => !life.isFrozen);
    for (const { life } of pages) life.isFrozen = true;
    await this.pass(ms);
    for (const page of pages) await this.thaw(page);
  }

  async thaw(page: Page): Promise<void> {
    page.life.isFrozen = false;
    page.lines.arrive();
    await this.time.pass(0);
    page.resume();
  }

  private timeChoices(): Choice[] {
    const isBusy = this.network.calls.some(({ isAwaited }) => isAwaited);
    const choice = (kind: string, weight: number, take: () => Promise<void>): Choice => ({
      kind,
      on: 'time',
      weight,
      isFault: false,
      take,
    });
    return [
      choice('a second passes', isBusy ? 1 : 6, () => this.pass(SECOND)),
      choice('five seconds pass', isBusy ? 1 : 4, () => this.pass(5 * SECOND)),
      choice('fifteen seconds pass', 1, () => this.pass(15 * SECOND)),
      choice('twenty quiet seconds pass', 2, () => this.passQuietly(20 * SECOND)),
    ];
  }

  // The server.

  private serve({ life, name, input, flow }: Call): unknown {
    // No server answers in the millisecond of the question, so what was asked before a start is older than the start.
    this.time.tick();
    const page = this.pageOf.get(life);
    if (!page) return new Problem('refused');
    const { sno, settings, key } = input as { sno: string; settings: TreatmentSettings; key: string };
    switch (name) {
      case 'device.checkDevice':
        return { ownerId: 'shop', status: this.deviceOf(sno).statusFor(page.account) };
      case 'device.getDetail':
        return { sno, name: sno, online: this.deviceOf(sno).online };
      case 'device.readLatest':
        return this.deviceOf(sno).answerAt(this.now);
      case 'device.enterPage':
        return { did: sno, host: 'line', wssPort: 443, appId: 'app', uid: page.account, token: 'token' };
      case 'device.listDevices':
        return { records: this.shape.uses === undefined ? this.devices.map(leased) : [], unreadable: 0 };
      case 'wallet.listCards':
        return { records: this.cardsOf(page.account), unreadable: 0, total: this.cardsOf(page.account).length };
      case 'treatment.startDevice':
        this.checks.reached(flow as Flow, 'a start');
        return this.acceptStart(page, sno, settings, key);
      case 'treatment.stopDevice': {
        this.checks.reached(flow as Flow, 'a stop');
        const answer = this.deviceOf(sno).stop(page.account, this.now);
        this.notes.push(`the server has ${answer} the stop of ${sno} by ${page.account}`);
        if (answer === 'accepted') this.toldOf(flow as Flow);
        return answer === 'refused' ? new Problem('refused', { serverCode: '2' }) : undefined;
      }
      default:
        throw new Error(`no server answers ${name}`);
    }
  }

  private acceptStart(page: Page, sno: string, settings: TreatmentSettings, key: string): unknown {
    const device = this.deviceOf(sno);
    const { account, phone } = page;
    const before = [...(device.run ? [device.run] : []), ...device.awaited];
    const isStopping = device.orders.some(({ kind }) => kind === 'stop');
    const answer = device.start({ account, phone: phone.name, settings }, key, this.now);
    this.notes.push(`the server has ${answer} the start of ${sno} by ${account}`);
    if (answer === 'refused') return new Problem('refused', { serverCode: '1' });
    const isSame = (each: (typeof before)[number]) =>
      each.account === account && each.phone === phone.name && each.settings.function === settings.function;
    if (answer === 'accepted' && !isStopping && before.some(isSame))
      this.violated('one-use', `the server has deducted a second use of ${account} for ${sno}`);
    return device.record.state;
  }

  /** A stop has reached the server, or its person knows that nothing was sent or has changed their mind. */
  private toldOf({ page, sno }: Flow): void {
    for (const asked of this.asked) {
      const { flow } = asked;
      if (flow.page.account === page.account && flow.page.phone === page.phone && isSameDevice(flow.sno, sno))
        asked.isDone = true;
    }
  }

  private cardsOf(account: Account): object[] {
    const { uses } = this.shape;
    const used = this.devices.flatMap((device) => device.accepted(0)).filter((start) => start.account === account);
    return uses === undefined ? [] : [{ operatorId: 'shop', remainingUses: Math.max(1, uses - used.length) }];
  }
}

const leased = ({ sno }: Device) => ({ sno, name: sno, ownerId: 'shop', assist: false });

/** The treatments of two people: their phones, devices, and what goes wrong between them. */
export const treatments: Scenario = {
  name: 'treatments',
  most: { steps: 50, faults: 5 },
  begin(random: SeededRandom): TreatmentWorld {
    const traits = {
      counts: random.pick(['anew', 'anew', 'late', 'late', 'never'] as const),
      restsByMinutes: random.occurs(0.2),
      mostMinutes: random.occurs(0.15) ? SHORT_MINUTES : Infinity,
      isForgotten: random.occurs(0.4),
      recordLagMs: 0,
    };
    const world = new TreatmentWorld({
      rule: random.pick(['keys', 'keys', 'status', 'status', 'none'] as const),
      devices: random.occurs(0.3) ? 2 : 1,
      uses: random.occurs(0.25) ? 5 : undefined,
      traits: random.occurs(0.6) ? { ...PLAIN, recordLagMs: random.occurs(0.3) ? RECORD_LAG_MS : 0 } : traits,
    });
    // Only the phone that starts a device can tell that it has not counted anew.
    const isAlone = world.shape.traits.counts === 'late';
    const second = isAlone ? 'none' : random.pick(['none', 'none', 'me', 'you'] as const);
    const hasForeignRow = random.occurs(0.2);
    world.addPhone('phone 1', second === 'none' ? ['me'] : ['me', second], { hasForeignRow });
    const anybody = ['none', 'none', 'me', 'you', 'command line', 'command line'] as const;
    const other = isAlone ? 'none' : random.pick(anybody);
    if (other === 'command line') world.addPhone('folder', ['me'], { isCommandLine: true });
    else if (other !== 'none') world.addPhone('phone 2', random.occurs(0.5) ? [other] : [other, 'me']);
    world.beginsWith(random.pick(['nothing', 'nothing', 'the modes', 'a run', 'a lost start'] as const));
    return world;
  },
};
