import type { StorageArea } from '../../ports/app-storage.ts';
import type { DeviceState } from '../device/device-state.ts';
import type { Order } from '../order/order.ts';
import type { AccountScope } from '../state/account-scope.ts';
import type { TreatmentSettings } from '../treatment/settings.ts';
import type { Credentials } from './credentials.ts';
import { rememberedAs } from './remembered.ts';

/** The device the user is dealing with. */
export interface CurrentDevice {
  sno: string;
  /** Shared with this user by its owner. */
  isShare?: boolean;
  /** Only a link says that it is shared: the server's list of this user's devices does not hold it. */
  byLink?: boolean;
  /** Of the order by which it is on lease. */
  orderNo?: string;
}

/** A treatment that was started here, and what the server said of it. */
export interface StartedTreatment {
  sno: string;
  /** Epoch ms. */
  at: number;
  state: DeviceState;
  /** On a device that is shared with this user. */
  isShare?: boolean;
  /** Its device was seen running since. */
  ran?: boolean;
}

/** A start whose outcome is unknown. */
export interface PendingStart {
  sno: string;
  settings: TreatmentSettings;
  /** Its idempotency key. */
  key: string;
  /** When it was sent; epoch ms. */
  at: number;
}

/** What was typed and is not sent yet, by the form it stands in. */
export interface Drafts {
  login: { mobile: string; code: string };
  share: { mobile: string };
  feedback: { content: string; phone: string };
}

/** All that is remembered, by its name. */
export interface Memory {
  credentials: Credentials;
  /** A mark of who was here last, by which somebody else is known. */
  person: string;
  /** The fingerprint of the server that all of it belongs to. */
  server: string;
  /** The device being dealt with, and the operator it belongs to. */
  device: CurrentDevice;
  operatorId: string;
  /** Whom the device is shared with was looked at. */
  shareState: 2;
  /** The current device is working for this user. */
  started: boolean;
  /** The plans in memory are still those of the device. */
  plansAreFresh: boolean;
  /** Renting on behalf of a customer. */
  assist: boolean;
  /** The order whose detail is looked at. */
  order: Order;
  /** A start that was sent and whose outcome is unknown: its device, its settings, its idempotency key and when, epoch ms. */
  pendingStart: PendingStart;
  /** What was started here last and is not known to be over. */
  treatment: StartedTreatment;
  /** When devices were stopped here, by device number; epoch ms. */
  stoppedAt: Record<string, number>;
  /** What the custom screen was last set to. */
  settings: TreatmentSettings;
  /** When a code was sent to a phone number; epoch ms. */
  codeSentAt: number;
  /** While their screens are open. */
  drafts: Partial<Drafts>;
  /** Why a phone number is bound has been read and put away. */
  bindingReasonPutAway: true;
}

/** What all pages of this phone share, and what outlives a page that is thrown away. */
const LASTING: readonly (keyof Memory)[] = ['assist', 'person', 'server', 'treatment', 'pendingStart', 'stoppedAt'];

/** What one visit remembers from screen to screen, or from command to command. */
export class Visit {
  constructor(private readonly scope: AccountScope) {}

  /** What is remembered under that name; one that is damaged, or that somebody else wrote, is none. */
  get<Name extends keyof Memory>(name: Name): Memory[Name] | undefined {
    const text = this.scope.storage.read(areaOf(name), name);
    return text === undefined ? undefined : rememberedAs(name, text);
  }

  set<Name extends keyof Memory>(name: Name, value: Memory[Name]): void {
    this.scope.storage.write(areaOf(name), name, JSON.stringify(value));
  }

  /** A device is dealt with from now on. Of one that was not dealt with before, the operator is not known. */
  turnTo(device: CurrentDevice): void {
    if (this.get('device')?.sno === device.sno) return;
    this.set('device', device);
    this.forget('operatorId');
  }

  forget(...names: (keyof Memory)[]): void {
    for (const name of names) this.scope.storage.remove(areaOf(name), name);
  }

  /** Somebody else has come: nothing of the last visitor stays, only what the phone itself was set to. */
  forgetEverything(): void {
    this.scope.clear();
  }
}

function areaOf(name: keyof Memory): StorageArea {
  return LASTING.includes(name) ? 'account' : 'session';
}
