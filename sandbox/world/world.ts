import type { WorldClock } from './clock.ts';
import { Codes } from './codes.ts';
import { Device, type DeviceRow, type Status } from './devices.ts';
import { Effects } from './effects.ts';
import { kind } from './habits.ts';
import { Leases } from './leases.ts';
import { Orders, type Order } from './orders.ts';
import { Seed } from './seed.ts';
import { Shares } from './shares.ts';
import { Users, type User } from './users.ts';
import { Wallets } from './wallets.ts';

export const APP_ID = 'wx0123456789abcdef';
export const CHANNEL_APP_ID = 'giz-app';
export const CHANNEL_USER = 'giz-uid';

export interface ChannelGrant {
  userId: string;
  sno: string;
}

/** The next result of the payment sheet, and whether the payment moves money. */
export interface PaymentSetting {
  next: 'ok' | 'cancel' | 'fail' | 'none';
  settles: boolean;
  delayMs: number;
}

export interface Refund {
  userId: string;
  refundNo: string;
  operatorId: string;
  statusDesc: string;
  amount: number;
  at: number;
}

export interface Feedback {
  userId: string;
  content: string;
  phone?: string;
  at: number;
}

/** The whole simulated world, in memory. */
export class World {
  readonly seed: Seed;
  /** How unkind this server is. */
  readonly habits = kind();
  readonly users: Users;
  readonly devices: readonly Device[];
  readonly leases: Leases;
  readonly orders: Orders;
  readonly wallets: Wallets;
  readonly shares = new Shares();
  readonly codes: Codes;
  readonly effects: Effects;
  readonly refunds: Refund[] = [];
  readonly feedback: Feedback[] = [];
  /** The user and the device of each token for the device channel. */
  readonly channelTokens = new Map<string, ChannelGrant>();
  /** If it is undefined, the payment sheet asks the person. */
  payment?: PaymentSetting;
  private readonly bySno: Map<string, Device>;

  constructor(
    readonly clock: WorldClock,
    seed: string,
    rows: readonly DeviceRow[],
  ) {
    this.seed = new Seed(seed);
    this.users = new Users(this.seed);
    this.devices = rows.map((row) => new Device(row, this.seed, clock, this.habits));
    this.bySno = new Map(this.devices.map((device) => [device.sno, device]));
    this.leases = new Leases(clock);
    this.orders = new Orders(this.seed, clock);
    this.wallets = new Wallets(clock);
    this.codes = new Codes(this.seed, clock);
    this.effects = new Effects(clock);
  }

  now(): number {
    return this.clock.now();
  }

  device(sno: string): Device | undefined {
    return this.bySno.get(sno);
  }

  /** The device with this id of the device channel. */
  deviceByDid(did: string): Device | undefined {
    return this.devices.find((device) => device.did === did);
  }

  /** A token for a device's channel. The same user always gets the same token. */
  channelToken({ sno, did }: Device, { id }: User): string {
    const token = this.seed.hex(`channel/${id}/${did}`, 32);
    this.channelTokens.set(token, { userId: id, sno });
    return token;
  }

  /** True if the token's user may use the device: leased by or shared with them, run by them, or entered by them while nobody else has it. */
  isOf({ userId, sno }: ChannelGrant, device: Device): boolean {
    const lease = this.leases.on(device.sno);
    if (lease) return lease.userId === userId || this.shares.has(device.sno, this.users.get(userId).mobile);
    if (device.running && device.startedBy !== undefined) return device.startedBy === userId;
    return device.sno === sno;
  }

  /** Brings every device up to the current time. */
  tick(): void {
    for (const { machine } of this.devices) machine.tick();
  }

  /** The status of a device that the server reports to this user, or to nobody in particular. */
  statusOf(device: Device, caller?: User): Status {
    if (device.forcedStatus) return device.forcedStatus;
    if (device.outOfOperation) return 'NOT_IN_OPERATION';
    if (!device.machine.online) return 'DEVICE_OFFLINE';
    if (device.locked) return 'DEVICE_LOCKED';
    if (device.running) return !caller || device.startedBy === caller.id ? 'DEVICE_WORKING' : 'DEVICE_USED';
    return this.leases.on(device.sno) ? 'DEVICE_USING' : 'DEVICE_FREE';
  }

  /** Moves money for an order, through a prepay or from another phone, and delivers the purchase at once, unless the order is cancelled or has expired. */
  charge(order: Order, by: string): void {
    order.charges.push(by);
    this.effects.happened('charges', `${order.number} ${by}`);
    if (this.orders.codeOf(order) !== -1) this.fulfil(order);
  }

  /** Returns the money of a paid order that it has not returned yet, or half of it; the whole takes the purchase back. */
  refund(order: Order, part: boolean): void {
    const { userId, operatorId, sno, plan, refundedFen = 0 } = order;
    const left = plan.price - refundedFen;
    const amount = part ? Math.round(left / 2) : left;
    order.refunded = part ? 'part' : 'whole';
    order.refundedFen = refundedFen + amount;
    this.refunds.unshift({
      userId,
      refundNo: `TK${this.seed.digits(`refund/${order.number}/${this.refunds.length}`, 12)}`,
      operatorId,
      statusDesc: '退款成功',
      amount,
      at: this.clock.now(),
    });
    if (part) return;
    if (order.kind === 'card') this.wallets.take(userId, operatorId, plan.num);
    else this.leases.shorten(order.number, sno, plan.num);
  }

  /** Marks the order as paid and delivers the purchase. A second call changes nothing. */
  fulfil(order: Order): void {
    if (order.paidAt !== undefined) return;
    order.paidAt = this.clock.now();
    const { userId, operatorId, sno, number, assist, plan } = order;
    if (order.kind === 'card') this.wallets.add(userId, operatorId, plan.num);
    else if (sno !== undefined) this.leases.grant({ orderNo: number, sno, userId, assist, days: plan.num });
  }
}
