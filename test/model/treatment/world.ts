import type { DeviceState } from '../../../src/core/device/device-state.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { CommandState, InquiryState } from '../../../src/core/treatment/start/start-steps.ts';
import type { StopState } from '../../../src/core/treatment/stop/stop-steps.ts';
import type { TreatmentSettings } from '../../../src/core/treatment/settings/settings.ts';
import type { StartedTreatment } from '../../../src/core/treatment/treatment.ts';
import { NO_TREATMENTS, type TreatmentRecords } from '../../../src/core/treatment/records/treatment-records.ts';
import type { TrackedTreatment } from '../../../src/core/treatment/follow/treatment-tracker.ts';

/** Two people. `you` uses other minutes, which mark the records as yours. */
export type Account = 'me' | 'you';
/** Two settings, which differ in their function. */
export type Mode = 'A' | 'B';

/** The phone of a person who is not part of the world, or somebody at the device. */
export const ELSEWHERE = -1;

/** A treatment that a device runs, or that the server has accepted. */
export interface Run {
  mode: Mode;
  /** The phone that started it. */
  phone: number;
  account: Account;
  /** Counts the starts of the device that the server has accepted. */
  epoch: number;
}

/** A command that the server has accepted and the device has not received. */
export type Order = { kind: 'start'; run: Run } | { kind: 'stop' };

export interface Device {
  /** What the device really does. */
  run?: Run & { at: number };
  /** The treatment that it ran last. */
  lastRun?: Run;
  orders: readonly Order[];
  isOnline: boolean;
  /** What the device reported last, according to the server. */
  report?: { mode: Mode | 'off'; account: Account };
  /** For whom it works, according to the server. */
  worksFor?: Account;
  /** The starts that the server accepted in the last minutes, by idempotency key. */
  keys: readonly string[];
  epoch: number;
}

export type Screen = 'menu' | 'process' | 'elsewhere';

export interface Page {
  phone: number;
  account: Account;
  isCommandLine: boolean;
  screen: Screen;
  /** The selected device. */
  device: number;
  /** The treatment that the screen follows. */
  tracked?: TrackedTreatment;
  /** The devices in the page's bar. */
  bars: readonly number[];
}

/** A start or a stop under way. */
export interface Command {
  page: number;
  device: number;
  kind: 'start' | 'stop';
  state: InquiryState | CommandState | StopState;
  /** The user has left the screen of the command. */
  isGone: boolean;
  /** The device's epoch at the tap. */
  epoch: number;
  mode: Mode;
  /** What the server did with the request that is under way. */
  reached?: 'accepted' | 'refused';
  /** When the user tapped. */
  tappedAt: number;
}

/** What the app tells a person, or does, in the last step. */
export interface Claim {
  kind: 'stopped' | 'not-running' | 'started' | 'finished' | 'idle' | 'offline' | 'sent' | 'used-twice';
  page: number;
  device: number;
  /** The device's epoch at the tap that leads to the claim. */
  epoch: number;
  mode?: Mode;
  /** The screen was gone. */
  isGone?: boolean;
}

export interface Ended {
  page: number;
  kind: Command['kind'];
  outcome: string;
  isGone: boolean;
}

/** What may happen in a scenario. */
export interface Rules {
  scenario: string;
  modes: readonly Mode[];
  /** Steps of the clock, ms. */
  clock: readonly number[];
  /** The clock may be set back, too. */
  setsBack: boolean;
  mostCommands: number;
  /** `keys`: the server recognises a repeated start by its key. `status`: it refuses to start a device that works. */
  server: 'keys' | 'status';
  ignores: boolean;
  offline: boolean;
  ends: boolean;
  others: boolean;
  losses: boolean;
  leaves: boolean;
  reloads: boolean;
  signsIn: boolean;
}

export interface World {
  rules: Rules;
  now: number;
  /** The clock is set back once at most. */
  wasSetBack: boolean;
  devices: readonly Device[];
  phones: readonly Readonly<Record<Account, TreatmentRecords>>[];
  pages: readonly Page[];
  commands: readonly Command[];
  /** Of the last step only. */
  claims: readonly Claim[];
  /** The commands that ended in the last step. */
  ended: readonly Ended[];
}

export type Action =
  | { type: 'start'; page: number; mode: Mode }
  | { type: 'stop'; page: number }
  | { type: 'open'; page: number; screen: Screen; device: number }
  | { type: 'reload'; page: number }
  | { type: 'sign-in'; page: number; account: Account }
  /** The page that follows a device receives its state from the server. */
  | { type: 'follow'; page: number }
  /** The page reads the devices that may run. */
  | { type: 'refresh'; page: number }
  /** The request of the command reaches the server. */
  | { type: 'reach'; page: number; command: Command['kind']; nth: number }
  /** The command receives what it waits for. */
  | { type: 'answer'; page: number; command: Command['kind']; nth: number; isLost?: true; isLate?: true }
  | { type: 'obey' | 'ignore' | 'report' | 'end' | 'connect' | 'start-elsewhere'; device: number }
  | { type: 'clock'; ms: number };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const MINUTES = { me: 30, you: 20 } as const;
/** A treatment of either person is over by then. */
export const RUN_MS = 30 * MINUTE;
/** How far the clock is set back. */
export const SET_BACK_MS = 30 * MINUTE;

const functionOf = { A: 'bio', B: 'sleep' } as const;
const settings = (mode: Mode, account: Account): TreatmentSettings => ({
  function: functionOf[mode],
  auxiliary: 'none',
  workMinutes: MINUTES[account],
});
export const SETTINGS: Readonly<Record<Mode, Readonly<Record<Account, TreatmentSettings>>>> = {
  A: { me: settings('A', 'me'), you: settings('A', 'you') },
  B: { me: settings('B', 'me'), you: settings('B', 'you') },
};
const OFF: DeviceState = { on: false };
const running = (mode: Mode, account: Account): DeviceState => ({ on: true, ...SETTINGS[mode][account] });
const RUNNING = {
  A: { me: running('A', 'me'), you: running('A', 'you') },
  B: { me: running('B', 'me'), you: running('B', 'you') },
};
const EMPTY: DeviceState = {};

export const LOST = new Problem('timeout');
export const REFUSED = new Problem('refused');

export const snoOf = (device: number): string => `D${device}`;
export const deviceOf = (sno: string): number => Number(sno.slice(1));

/** What the server answers if it is asked for the device's state. */
export function reportOf({ report }: Device): DeviceState {
  if (!report) return EMPTY;
  return report.mode === 'off' ? OFF : RUNNING[report.mode][report.account];
}

export const isReportedRunning = ({ report }: Device): boolean => report !== undefined && report.mode !== 'off';

export const recordsOf = ({ phones }: World, { phone, account }: Pick<Page, 'phone' | 'account'>): TreatmentRecords =>
  phones[phone]?.[account] ?? NO_TREATMENTS;

export function pageOf(world: World, page: number): Page {
  const found = world.pages[page];
  if (!found) throw new Error(`there is no page ${page}`);
  return found;
}

export function deviceAt(world: World, device: number): Device {
  const found = world.devices[device];
  if (!found) throw new Error(`there is no device ${device}`);
  return found;
}

/** A device that rests, as the server knows. */
export const atRest: Device = {
  orders: [],
  isOnline: true,
  report: { mode: 'off', account: 'me' },
  keys: [],
  epoch: 0,
};

export function replaced<Value>(all: readonly Value[], at: number, value: Value): readonly Value[] {
  const next = all.slice();
  next[at] = value;
  return next;
}

export const startedOf = ({ started }: TreatmentRecords): readonly StartedTreatment[] => Object.values(started);
