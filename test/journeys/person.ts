import type { NoticeReason } from '../../src/core/device/device.ts';
import type { PlanBasis } from '../../src/core/lease/plan.ts';
import type { ShownState } from '../../src/core/order/order.ts';
import type { TreatmentMode } from '../../src/core/treatment/settings.ts';

/** What somebody has before them, whether on a screen or in a terminal. */
export type Sight =
  | { see: 'my' }
  | { see: 'plans' }
  | { see: 'modes' }
  | { see: 'treatment'; mode: TreatmentMode }
  | { see: 'order'; state: ShownState }
  | { see: 'cards' }
  | { see: 'orders'; toPay: number }
  | { see: 'refunds' }
  | { see: 'about' }
  | { see: 'trouble' }
  | { see: 'on-behalf?' }
  | { see: 'notice'; reason: NoticeReason }
  | { see: 'deduct?'; remaining: number }
  | { see: 'exhausted' }
  | { see: 'device offline' }
  | { see: 'finished' }
  | { see: 'shares'; people: number }
  | { see: 'from WeChat only' }
  | { see: 'phone form' }
  | { see: 'feedback form' }
  | { see: 'thanks' };

/** Somebody who uses the app, in their own words. Each step answers with what they see next. */
export interface Person {
  /** Opens the app as one of the demo users, by a device's code or without. */
  arrives(user: string, device?: string): Promise<Sight>;
  /** Opens it again, without a device, after the messaging app has thrown the page away. */
  comesBack(): Promise<Sight>;
  scans(device: string): Promise<Sight>;
  saysOnBehalf(yes: boolean): Promise<Sight>;
  /** Takes the first plan of that basis and pays it, or calls the payment off. */
  rents(basis: PlanBasis, payment: 'pays' | 'calls off'): Promise<Sight>;
  /** Pays the order that is before them. */
  paysTheOrder(): Promise<Sight>;
  /** Cancels, or pays, the newest order of the list that is still to be paid. */
  cancelsFromTheOrders(): Promise<Sight>;
  paysFromTheOrders(): Promise<Sight>;
  starts(mode: TreatmentMode): Promise<Sight>;
  agrees(): Promise<Sight>;
  /** Goes to fill up the uses that have run out. */
  recharges(): Promise<Sight>;
  /** Looks until that many minutes have been treated. */
  seesMinutes(minutes: number): Promise<void>;
  stops(): Promise<Sight>;
  opensFromTheList(device: string): Promise<Sight>;
  renewsFromTheList(device: string): Promise<Sight>;
  /** Goes to fill up their first card. */
  renewsTheCard(): Promise<Sight>;
  /** Looks until this is before them. */
  waitsFor(sight: Sight): Promise<Sight>;
  /** Acknowledges the message that is before them. */
  acknowledges(): Promise<Sight>;
  /** Binds a phone number by the code that is sent to it. */
  bindsPhone(mobile: string): Promise<Sight>;
  /** Shares the device they are dealing with. */
  sharesWith(mobile: string): Promise<Sight>;
  endsSharingWith(mobile: string): Promise<Sight>;
  /** Sends a friend the device they are dealing with; answers with the link that the friend gets. */
  sendsToAFriend(): Promise<string>;
  /** The friend, one of the demo users, opens it on their own phone; the steps that follow are theirs. */
  friendOpens(link: string, user: string): Promise<Sight>;
  givesFeedback(content: string, phone: string): Promise<Sight>;
  leaves(): Promise<void>;
  /** What went wrong behind the scenes, where there is anywhere to look: a clean console says nothing. */
  complaints?(): readonly string[];
}
