import { compose } from '../../src/container.ts';
import { BindPhone } from '../../src/core/account/bind-phone.ts';
import { SendFeedback } from '../../src/core/feedback/send-feedback.ts';
import { ShareByLink } from '../../src/core/share/share-by-link.ts';
import { ShareWith } from '../../src/core/share/share-with.ts';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FakeDeviceChannel } from '../../src/adapters/fake/fake-device-channel.ts';
import { FakeScanner } from '../../src/adapters/fake/fake-scanner.ts';
import { FakeShareMenu } from '../../src/adapters/fake/fake-share-menu.ts';
import { InMemoryMutex } from '../../src/adapters/in-memory-mutex.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import type { Destination } from '../../src/core/destination.ts';
import { deviceNumberOf } from '../../src/core/basics/device-code.ts';
import { EnterDevice, type ArrivalOutcome, type EntryQuestion } from '../../src/core/entry/enter-device.ts';
import type { Following } from '../../src/core/device/follow/follow-device.ts';
import { OpenLeasedDevice } from '../../src/core/entry/open-leased-device.ts';
import { OfferPlans } from '../../src/core/lease/offer-plans.ts';
import { newRental, rechargeWith, saysForWhom } from '../../src/core/lease/lease-terms.ts';
import type { RentTarget } from '../../src/core/checkout/rent-device.ts';
import type { PlanBasis } from '../../src/core/lease/plan.ts';
import { RentDevice } from '../../src/core/checkout/rent-device.ts';
import { CancelOrder } from '../../src/core/checkout/cancel-order.ts';
import { type Order, payable, type PayableOrder, shownState } from '../../src/core/order/order.ts';
import { ConfirmPayment } from '../../src/core/checkout/confirm/confirm-payment.ts';
import { PayOrder } from '../../src/core/checkout/pay/pay-order.ts';
import type { PaymentOutcome } from '../../src/core/checkout/pay/pay-order.ts';
import { Queries } from '../../src/core/queries.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { formatQuery } from '../../src/core/basics/query-string.ts';
import { Session } from '../../src/core/session/session.ts';
import { FollowTreatment } from '../../src/core/treatment/follow/follow-treatment.ts';
import type { TreatmentView } from '../../src/core/treatment/follow/treatment-view.ts';
import { STANDARD_TABLES } from '../../src/core/device/tables.ts';
import { customDefault, presetOf } from '../../src/core/treatment/settings/presets.ts';
import type { TreatmentMode } from '../../src/core/treatment/settings/settings.ts';
import {
  type StartOutcome,
  type StartRequest,
  StartTreatment,
} from '../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../src/core/treatment/stop/stop-treatment.ts';
import type { PaymentAnswer, PaymentBridge } from '../../src/ports/payment-bridge.ts';
import type { Reporter } from '../../src/ports/reporter.ts';
import { until } from '../helpers/until.ts';
import type { World } from '../helpers/world.ts';
import type { Person, Sight } from './person.ts';
import type { SandboxTime } from './sandbox-time.ts';

/** Calls the use-cases directly, on fakes and the sandbox’s cloud. */
export class UseCasesPerson implements Person {
  private willPay = true;
  private question: EntryQuestion | undefined;
  private target: RentTarget = { sno: undefined, operatorId: undefined, terms: newRental('self') };
  private following?: Following;
  private view?: TreatmentView;
  /** The device at which the person is. */
  private sno?: string;
  private exhaustedAt?: string;
  /** The start that waits for the person's consent, with the deduction that it asked for. */
  private asked?: StartRequest;
  private shownOrder?: Order;
  private readonly shareMenu = new FakeShareMenu().opens();
  private readonly bridge: PaymentBridge;
  private readonly storage = new FakeAppStorage();
  private readonly reporter: Reporter = {
    report: (event) => {
      if (event.kind === 'bug') throw event.error;
    },
  };
  private user = '';
  private useCases: ReturnType<typeof compose>;

  constructor(
    private readonly world: World,
    private readonly time: SandboxTime,
  ) {
    this.bridge = {
      pay: async ({ number }, prepare): Promise<PaymentAnswer> => {
        await prepare();
        if (!this.willPay) return { result: 'cancel' };
        await world.pays(number);
        return { result: 'ok' };
      },
    };
    this.useCases = this.takesAPhone(this.storage);
  }

  private takesAPhone(storage = new FakeAppStorage()) {
    const { clock } = this.time;
    return compose({
      configuration: Configuration.from({ apiBase: `${this.world.url}/api` }),
      http: this.time,
      clock,
      storage,
      channel: new FakeDeviceChannel(),
      bridge: this.bridge,
      scanner: new FakeScanner(),
      shareMenu: this.shareMenu,
      reporter: this.reporter,
      mutex: new InMemoryMutex(clock),
    });
  }

  async arrives(user: string, device?: string): Promise<Sight> {
    this.user = user;
    const { accessToken, openid } = await this.world.user(user);
    const link: [string, string][] = [
      ['accessToken', accessToken],
      ['openid', openid],
    ];
    this.useCases.get(Session).open('/', formatQuery(device === undefined ? link : [...link, ['sno', device]]));
    return this.entered(await this.useCases.get(EnterDevice).arrive());
  }

  async reopens(): Promise<Sight> {
    this.following?.stop();
    this.storage.clear('session');
    this.useCases = this.takesAPhone(this.storage);
    return this.arrives(this.user);
  }

  async scans(device: string): Promise<Sight> {
    return this.entered(await this.useCases.get(EnterDevice).begin(`https://example.org/device?sno=${device}`));
  }

  async answersOnBehalf(yes: boolean): Promise<Sight> {
    if (!this.question) throw new Error('nobody has asked for whom the device is');
    return this.entered(await this.useCases.get(EnterDevice).proceed(this.question, { assist: yes }));
  }

  async rents(basis: PlanBasis, payment: 'pays' | 'calls off'): Promise<Sight> {
    this.willPay = payment === 'pays';
    const offer = (await this.useCases.get(OfferPlans).offer(this.target, this.target.terms))[basis];
    if ('problem' in offer) throw offer.problem;
    const outcome = await this.useCases.get(RentDevice).rent(offer.plans[0], this.target);
    if (outcome.kind === 'confirming') await this.requirePaid(outcome.order);
    this.shownOrder = outcome.kind === 'cancelled' ? outcome.found : undefined;
    if (!('destination' in outcome)) throw new Error(`renting ended with ${outcome.kind}`);
    return this.goes(outcome.destination);
  }

  async paysTheOrder(): Promise<Sight> {
    this.willPay = true;
    const order = this.shownOrder;
    if (!order) throw new Error('no order is open');
    const { kind } = await this.paysAtItsPrice(payable(order));
    if (kind === 'cancelled') return { see: 'order', state: kind };
    await this.requirePaid(payable(order));
    return { see: 'order', state: 'paid' };
  }

  async cancelsFromTheOrders(): Promise<Sight> {
    const [order] = await this.unpaidOrders();
    if (!order) throw new Error('the list has no unpaid order');
    await this.useCases.get(CancelOrder).cancel(order);
    return { see: 'orders', toPay: (await this.unpaidOrders()).length };
  }

  async paysFromTheOrders(): Promise<Sight> {
    const [order] = await this.unpaidOrders();
    if (!order) throw new Error('the list has no unpaid order');
    this.willPay = true;
    await this.paysAtItsPrice(payable(order));
    await this.requirePaid(payable(order));
    return { see: 'orders', toPay: (await this.unpaidOrders()).length };
  }

  async starts(mode: TreatmentMode): Promise<Sight> {
    const custom = mode === 'custom';
    const sno = this.requireDevice();
    return this.begin({
      sno,
      settings: custom ? customDefault(STANDARD_TABLES) : presetOf(mode, STANDARD_TABLES),
      custom,
    });
  }

  async agrees(): Promise<Sight> {
    if (!this.asked) throw new Error('no start asked for a deduction');
    return this.begin(this.asked);
  }

  private async begin(request: StartRequest): Promise<Sight> {
    const outcome = await this.useCases.get(StartTreatment).begin(request);
    this.asked = outcome.kind === 'confirm-deduction' ? { ...request, agreed: outcome } : undefined;
    return this.afterStart(outcome);
  }

  async recharges(): Promise<Sight> {
    if (this.exhaustedAt === undefined) throw new Error('no start was refused for want of uses');
    return this.recharge(this.exhaustedAt);
  }

  async seesMinutes(minutes: number): Promise<void> {
    const elapsed = () => this.time.clock.now() - (this.requireTreatment().beganAt ?? this.time.clock.now());
    await until(elapsed, (ms) => ms >= minutes * MINUTE);
  }

  async stops(): Promise<Sight> {
    const view = this.requireTreatment();
    const elapsed = view.beganAt === undefined ? undefined : this.time.clock.now() - view.beganAt;
    const outcome = await this.useCases.get(StopTreatment).stop(view.sno, { elapsed });
    if (outcome.kind !== 'stopped') throw new Error(`stopping ended with ${JSON.stringify(outcome)}`);
    return this.goes(outcome.destination);
  }

  async renewsFromTheList(device: string): Promise<Sight> {
    return this.goes(this.useCases.get(OpenLeasedDevice).renew(await this.listed(device)));
  }

  async renewsTheCard(): Promise<Sight> {
    const [card] = (await this.useCases.get(Queries).cards(0)).records;
    if (!card) throw new Error('the user has no card');
    return this.recharge(card.operatorId);
  }

  async waitsFor(sight: Sight): Promise<Sight> {
    return until(
      () => this.seesTreatment(),
      (seen) => JSON.stringify(seen) === JSON.stringify(sight),
    );
  }

  async acknowledges(): Promise<Sight> {
    if (!this.view) return { see: 'my' };
    return this.goes(this.useCases.get(FollowTreatment).leave(this.view));
  }

  async bindsPhone(mobile: string): Promise<Sight> {
    const binding = this.useCases.get(BindPhone);
    const request = await binding.askForCode(mobile);
    if (request.kind !== 'sent') throw new Error(`the request for a code ended with ${request.kind}`);
    const outcome = await binding.bind(mobile, await this.world.codeFor(mobile));
    if (outcome.kind !== 'bound') throw new Error(`binding ended with ${outcome.kind}`);
    return this.goes(outcome.destination);
  }

  async sharesWith(mobile: string): Promise<Sight> {
    const outcome = await this.useCases.get(ShareWith).share(this.requireDevice(), mobile);
    if (outcome.kind !== 'shared') throw new Error(`the sharing ended with ${outcome.kind}`);
    return this.seesShares();
  }

  async endsSharingWith(mobile: string): Promise<Sight> {
    const { kind } = await this.useCases.get(ShareWith).unshare(this.requireDevice(), mobile);
    if (kind !== 'removed') throw new Error(kind);
    return this.seesShares();
  }

  async sendsToAFriend(): Promise<string> {
    const offer = await this.useCases
      .get(ShareByLink)
      .offer(this.requireDevice(), { title: '', description: '' }, `${this.world.url}/share`);
    const sent = this.shareMenu.offered?.address;
    if (offer.kind !== 'in-menu' || sent === undefined) throw new Error(`sharing by a link ended with ${offer.kind}`);
    offer.off();
    return sent;
  }

  async friendOpens(link: string, user: string): Promise<Sight> {
    const { accessToken, openid } = await this.world.user(user);
    this.useCases = this.takesAPhone();
    this.useCases.get(Session).open(
      '/modeMenu',
      formatQuery([
        ['accessToken', accessToken],
        ['openid', openid],
      ]),
    );
    const sno = deviceNumberOf(link);
    if (sno === undefined) throw new Error('the link contains no device');
    this.sno = sno;
    return { see: 'modes' };
  }

  async givesFeedback(content: string, phone: string): Promise<Sight> {
    const { kind } = await this.useCases.get(SendFeedback).send({ content, phone });
    if (kind !== 'sent') throw new Error(`the feedback ended with ${kind}`);
    return { see: 'thanks' };
  }

  async leaves(): Promise<void> {
    this.following?.stop();
  }

  private entered(outcome: ArrivalOutcome): Promise<Sight> | Sight {
    switch (outcome.kind) {
      case 'ask-on-behalf':
        this.question = outcome.question;
        return { see: 'on-behalf?' };
      case 'notice':
        return { see: 'notice', reason: outcome.reason };
      case 'go':
        return this.goes(outcome.destination);
      case 'unreadable':
        throw new Error('the code contains no device');
    }
  }

  private afterStart(outcome: StartOutcome): Promise<Sight> | Sight {
    switch (outcome.kind) {
      case 'confirm-deduction':
        return { see: 'deduct?', remaining: outcome.remaining };
      case 'exhausted':
        this.exhaustedAt = outcome.operatorId;
        return { see: 'exhausted' };
      case 'started':
        return this.goes(outcome.destination);
      case 'not-started':
        throw outcome.problem;
      default:
        throw new Error(`starting ended with ${outcome.kind}`);
    }
  }

  private recharge(operatorId: string): Promise<Sight> {
    return this.goes({ to: 'lease', sno: undefined, terms: rechargeWith(operatorId) });
  }

  private async goes(destination: Destination): Promise<Sight> {
    this.following?.stop();
    this.following = undefined;
    if ('sno' in destination && destination.sno !== undefined) this.sno = destination.sno;
    switch (destination.to) {
      case 'my':
        return { see: 'my' };
      case 'mode-menu':
        return { see: 'modes' };
      case 'cards':
        return { see: 'cards' };
      case 'lease':
        if (!saysForWhom(destination.terms)) throw new Error('nobody has said for whom the plan is');
        this.target = { sno: destination.sno, operatorId: undefined, terms: destination.terms };
        return { see: 'plans' };
      case 'order-detail':
        return { see: 'order', state: shownState(this.shownOrder ?? { state: 'unknown' }) };
      case 'process':
        this.following = this.useCases.get(FollowTreatment).follow(destination.sno, (view) => (this.view = view));
        return until(
          () => this.seesTreatment(),
          ({ see }) => see !== 'my',
        );
    }
  }

  /** `my` means that the treatment has not started yet. */
  private seesTreatment(): Sight {
    const { phase, mode, cameBack } = this.requireTreatment();
    if (cameBack) return { see: 'modes' };
    if (phase === 'running') return { see: 'treatment', mode };
    if (phase === 'offline') return { see: 'device offline' };
    return phase === 'finished' ? { see: 'finished' } : { see: 'my' };
  }

  private requireTreatment(): TreatmentView {
    if (!this.view) throw new Error('no treatment is open');
    return this.view;
  }

  private async seesShares(): Promise<Sight> {
    const users = await this.useCases.get(ShareWith).list(this.requireDevice());
    return { see: 'shares', people: users.records.length };
  }

  private requireDevice(): string {
    if (this.sno === undefined) throw new Error('no device was entered');
    return this.sno;
  }

  private async unpaidOrders(): Promise<Order[]> {
    const { records } = await this.useCases.get(Queries).leaseOrders(0);
    return records.filter(({ state }) => state === 'to-pay');
  }

  /** Pays, and agrees to the price of an order whose row named none. */
  private async paysAtItsPrice(order: PayableOrder): Promise<PaymentOutcome> {
    const outcome = await this.useCases.get(PayOrder).pay(order);
    return outcome.kind === 'price-changed'
      ? this.useCases.get(PayOrder).pay(order, { acceptedFen: outcome.amountFen })
      : outcome;
  }

  private async requirePaid(order: Parameters<ConfirmPayment['pollUntilSettled']>[0]): Promise<void> {
    const { kind } = await this.useCases.get(ConfirmPayment).pollUntilSettled(order);
    if (kind !== 'paid') throw new Error(`the payment ended with ${kind}`);
  }

  private async listed(sno: string) {
    const device = (await this.useCases.get(Queries).devices()).records.find((each) => each.sno === sno);
    if (!device) throw new Error(`${sno} is not in the list`);
    return device;
  }
}
