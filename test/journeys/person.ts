import type { NoticeReason } from '../../src/core/device/device.ts';
import type { PlanBasis } from '../../src/core/lease/plan.ts';
import type { ShownState } from '../../src/core/order/order.ts';
import type { TreatmentMode } from '../../src/core/treatment/settings/settings.ts';

/** What a person sees on a screen or in a terminal. */
export type Sight =
  | { see: 'my' }
  | { see: 'plans' }
  | { see: 'modes' }
  | { see: 'treatment'; mode: TreatmentMode | undefined }
  | { see: 'order'; state: ShownState }
  | { see: 'cards' }
  | { see: 'orders'; toPay: number }
  | { see: 'on-behalf?' }
  | { see: 'notice'; reason: NoticeReason }
  | { see: 'deduct?'; remaining: number }
  | { see: 'exhausted' }
  | { see: 'device offline' }
  | { see: 'finished' }
  | { see: 'shares'; people: number }
  | { see: 'phone form' }
  | { see: 'thanks' };

/** A user of the app. Each step returns what the person sees next. */
export interface Person {
  /** Opens the app as a demo user, with or without the code of a device. */
  arrives(user: string, device?: string): Promise<Sight>;
  /** Opens the app again, without a device, after WeChat discarded the page. */
  reopens(): Promise<Sight>;
  scans(device: string): Promise<Sight>;
  answersOnBehalf(yes: boolean): Promise<Sight>;
  /** Chooses the first plan of that basis, then pays or cancels the payment. */
  rents(basis: PlanBasis, payment: 'pays' | 'calls off'): Promise<Sight>;
  /** Pays the order on the screen. */
  paysTheOrder(): Promise<Sight>;
  /** Cancels (or, below, pays) the newest unpaid order of the list. */
  cancelsFromTheOrders(): Promise<Sight>;
  paysFromTheOrders(): Promise<Sight>;
  starts(mode: TreatmentMode): Promise<Sight>;
  agrees(): Promise<Sight>;
  /** Opens the plans when no use is left. */
  recharges(): Promise<Sight>;
  /** Waits until the treatment has run for that many minutes. */
  seesMinutes(minutes: number): Promise<void>;
  stops(): Promise<Sight>;
  renewsFromTheList(device: string): Promise<Sight>;
  /** Opens the plans for the first card. */
  renewsTheCard(): Promise<Sight>;
  /** Waits until this is on the screen. */
  waitsFor(sight: Sight): Promise<Sight>;
  /** Closes the message on the screen. */
  acknowledges(): Promise<Sight>;
  /** Binds a phone number with the code sent to it. */
  bindsPhone(mobile: string): Promise<Sight>;
  /** Shares the current device. */
  sharesWith(mobile: string): Promise<Sight>;
  endsSharingWith(mobile: string): Promise<Sight>;
  /** Sends the current device to a friend through WeChat. Returns the friend’s link. */
  sendsToAFriend(): Promise<string>;
  /** A friend, a demo user, opens the link on another phone. The following steps are the friend’s. */
  friendOpens(link: string, user: string): Promise<Sight>;
  givesFeedback(content: string, phone: string): Promise<Sight>;
  leaves?(): Promise<void>;
  /** Errors of the console and the network. A driver without a console leaves it out. */
  complaints?(): readonly string[];
}

/** A step that a driver cannot take. */
export async function unsupported(): Promise<never> {
  throw new Error('this driver does not take this step: its journeys say why');
}
