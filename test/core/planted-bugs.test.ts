import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { BindPhone } from '../../src/core/account/bind-phone.ts';
import { getUser } from '../../src/core/account/api.ts';
import { ExamineCall } from '../../src/core/api/examine/examine-call.ts';
import { CheckoutRecords } from '../../src/core/checkout/records/checkout-records.ts';
import { ConfirmPayment } from '../../src/core/checkout/confirm/confirm-payment.ts';
import { PayOrder } from '../../src/core/checkout/pay/pay-order.ts';
import { ReadRentedSince } from '../../src/core/checkout/pay/rented-since.ts';
import { PlaceOrder } from '../../src/core/checkout/place/place-order.ts';
import { PrepayCache } from '../../src/core/checkout/pay/prepay-cache.ts';
import { Holdings } from '../../src/core/checkout/holdings/holdings.ts';
import { ReadDeviceUse } from '../../src/core/checkout/holdings/read-device-use.ts';
import { RentDevice } from '../../src/core/checkout/rent-device.ts';
import { checkDevice, enterPage, readLatest } from '../../src/core/device/api.ts';
import { FollowDevice } from '../../src/core/device/follow/follow-device.ts';
import { ScanDevice } from '../../src/core/entry/scan-device.ts';
import { TryChannel } from '../../src/core/diagnosis/try-channel.ts';
import { WaitForDevice } from '../../src/core/treatment/follow/wait-for-device.ts';
import { ExamineChannel } from '../../src/core/diagnosis/examine-channel.ts';
import { ExamineServer } from '../../src/core/diagnosis/examine-server.ts';
import { EnterDevice } from '../../src/core/entry/enter-device.ts';
import { EntryPolicy } from '../../src/core/entry/entry-policy.ts';
import { InspectDevice } from '../../src/core/diagnosis/fleet/inspect-device.ts';
import { OpenLeasedDevice } from '../../src/core/entry/open-leased-device.ts';
import { SendFeedback } from '../../src/core/feedback/send-feedback.ts';
import { OfferPlans } from '../../src/core/lease/offer-plans.ts';
import type { Order } from '../../src/core/order/order.ts';
import { CancelOrder } from '../../src/core/checkout/cancel-order.ts';
import { FindOrder } from '../../src/core/order/find-order.ts';
import { Problem } from '../../src/core/problem.ts';
import { ShareByLink } from '../../src/core/share/share-by-link.ts';
import { ShareWith } from '../../src/core/share/share-with.ts';
import { SECOND } from '../../src/core/basics/time.ts';
import { FollowTreatment } from '../../src/core/treatment/follow/follow-treatment.ts';
import { STANDARD_TABLES } from '../../src/core/device/tables.ts';
import { presetOf } from '../../src/core/treatment/settings/presets.ts';
import { ResumeTreatment } from '../../src/core/treatment/resume-treatment.ts';
import { StartCommand } from '../../src/core/treatment/start/start-command.ts';
import { StartNotice } from '../../src/core/treatment/start/start-notice.ts';
import { StartTreatment } from '../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../src/core/treatment/stop/stop-treatment.ts';
import { createTestApp, fakeAdapters } from '../helpers/create-test-app.ts';
import { forDevice, leaseTerms } from '../helpers/renting.ts';
import { exampleAnswers } from '../helpers/example-answers.ts';
import { FakeOrderServer, anOrder } from '../helpers/fake-order-server.ts';
import { ENDPOINTS, misshapen } from '../helpers/fake-server.ts';
import { plantedError } from '../helpers/planted.ts';
import { sevenDays } from '../helpers/plans.ts';
import { collectUnhandled } from '../helpers/unhandled.ts';
import { aLeaseOrder, aReport, aSupply } from '../helpers/wire.ts';

type App = ReturnType<typeof openApp>;

const SNO = 'DEV0001';
const NOTICE = { version: '1', title: '须知', items: ['请阅读'] };
const PREVIEW = { title: 't', description: 'd', picture: undefined };
const bio = presetOf('bio', STANDARD_TABLES);
/** Longer than every use-case of the table. */
const ENOUGH_MS = 40 * SECOND;
/** Later calls of a port repeat the earlier ones. */
const MAX_CALLS = 12;

/** Each use-case with the ports that it calls. The key names the class and the method. */
const USE_CASES: Record<string, (app: App) => Promise<unknown> | unknown> = {
  'BindPhone.askForCode': ({ get }) => get(BindPhone).askForCode('13800000001'),
  'BindPhone.bind': ({ get }) => get(BindPhone).bind('13800000001', '4711'),
  'CancelOrder.cancel': ({ get }) => get(CancelOrder).cancel({ ...anOrder, state: 'to-pay' } as Order),
  'ConfirmPayment.pollUntilSettled': ({ get }) => get(ConfirmPayment).pollUntilSettled(anOrder, { tries: 2 }),
  'ConfirmPayment.queryOrder': ({ get }) => get(ConfirmPayment).queryOrder(anOrder),
  'ConfirmPayment.queryBriefly': ({ get }) => get(ConfirmPayment).queryBriefly(anOrder),
  'ConfirmPayment.absenceOf': ({ get }) => get(ConfirmPayment).absenceOf(anOrder, 'absent'),
  'ConfirmPayment.unlistedOrder': ({ get }) => {
    get(CheckoutRecords).record({ type: 'serverSaysPaid', order: anOrder });
    return get(ConfirmPayment).unlistedOrder(SNO, anOrder.operatorId);
  },
  'ConfirmPayment.isGone': ({ get }) => get(ConfirmPayment).isGone(anOrder),
  'EnterDevice.arrive': ({ get }) => get(EnterDevice).arrive(),
  'EnterDevice.begin': ({ get }) => get(EnterDevice).begin(SNO),
  'EnterDevice.proceed': async ({ get }) => {
    const asked = await get(EnterDevice).begin(SNO);
    if (asked.kind === 'ask-on-behalf') await get(EnterDevice).proceed(asked.question, { assist: false });
  },
  'EntryPolicy.check': ({ get }) => get(EntryPolicy).check(SNO, false),
  'EntryPolicy.evaluate': ({ get }) => get(EntryPolicy).evaluate(SNO, false, get(EntryPolicy).userContext()),
  'ExamineCall.ask': ({ get }) => get(ExamineCall).ask(getUser, {}),
  'ExamineChannel.examine': ({ get }) =>
    all(get(ExamineChannel).examine('DEV0001', address(), { everyMs: 500, limitMs: 1_000 })),
  'ExamineServer.examine': ({ get }) =>
    all(get(ExamineServer).examine({ heartbeat: { everyMs: 500, limitMs: 1_000 } })),
  'ExamineServer.examineCors': ({ get }) => get(ExamineServer).examineCors('https://shop.example', ['authorization']),
  'FindOrder.find': ({ get }) => get(FindOrder).find(anOrder),
  'FindOrder.findListed': ({ get }) => get(FindOrder).findListed(anOrder),
  'FollowDevice.follow': (app) => followed(app, (onChange) => app.get(FollowDevice).follow(SNO, onChange)),
  'FollowDevice.look': ({ get }) => get(FollowDevice).look(SNO),
  'FollowTreatment.follow': (app) => followed(app, (onChange) => app.get(FollowTreatment).follow(SNO, onChange)),
  'FollowTreatment.look': ({ get }) => get(FollowTreatment).look(SNO),
  'InspectDevice.inspect': ({ get }) =>
    get(InspectDevice).inspect(SNO, get(EntryPolicy).userContext(), { describes: true }),
  'OfferPlans.offer': ({ get }) => get(OfferPlans).offer({ sno: SNO, operatorId: 'shop-1' }, leaseTerms()),
  'OfferPlans.stillOffers': ({ get }) =>
    get(OfferPlans).stillOffers(sevenDays, { sno: SNO, operatorId: 'shop-1' }, leaseTerms()),
  'OpenLeasedDevice.open': async ({ get, device }) => get(OpenLeasedDevice).open(device),
  'ReadRentedSince.ofDevice': ({ get }) => get(ReadRentedSince).ofDevice(SNO, 'self'),
  'ReadRentedSince.read': ({ get }) => get(ReadRentedSince).read(anOrder),
  'PayOrder.pay': ({ get }) => get(PayOrder).pay(anOrder),
  'PlaceOrder.place': ({ get }) => get(PlaceOrder).place(REQUEST),
  'PrepayCache.paramsFor': ({ get }) => get(PrepayCache).paramsFor(anOrder),
  'Holdings.devices': ({ get }) => get(Holdings).devices(),
  'Holdings.cards': ({ get }) => get(Holdings).cards(0),
  'Holdings.allCards': ({ get }) => get(Holdings).allCards(),
  'ReadDeviceUse.read': ({ get }) => get(ReadDeviceUse).read(SNO),
  'ReadDeviceUse.leaseToRenew': ({ get }) => get(ReadDeviceUse).leaseToRenew(SNO, 'self'),
  'ReadDeviceUse.ownLease': ({ get }) => get(ReadDeviceUse).ownLease(SNO),
  'ReadDeviceUse.operatorOf': ({ get }) => get(ReadDeviceUse).operatorOf(SNO),
  'RentDevice.rent': ({ get }) => get(RentDevice).rent(sevenDays, forDevice()),
  'RentDevice.order': ({ get }) => get(RentDevice).order(sevenDays, forDevice()),
  'ResumeTreatment.resume': ({ get }) => get(ResumeTreatment).resume(),
  'ResumeTreatment.lookAt': ({ get }) => get(ResumeTreatment).lookAt([SNO]),
  'ScanDevice.scan': ({ get }) => get(ScanDevice).scan(),
  'SendFeedback.send': ({ get }) => get(SendFeedback).send({ content: '机器不热' }),
  'ShareByLink.offer': ({ get }) => get(ShareByLink).offer(SNO, PREVIEW, 'https://app.test/share'),
  'ShareWith.isAbsent': ({ get }) => get(ShareWith).isAbsent(SNO, '13800000002'),
  'ShareWith.list': ({ get }) => get(ShareWith).list(SNO),
  'ShareWith.share': ({ get }) => get(ShareWith).share(SNO, '13800000003'),
  'ShareWith.unshare': ({ get }) => get(ShareWith).unshare(SNO, '13800000002'),
  'StartCommand.send': ({ get, clock }) =>
    get(StartCommand).send({ sno: SNO, settings: bio }, { at: () => clock.now() }),
  'StartCommand.awaitRunning': ({ get }) => get(StartCommand).awaitRunning(SNO, bio),
  'StartNotice.confirm': ({ get }) => get(StartNotice).confirm(NOTICE),
  'StartNotice.unconfirmed': ({ get }) => get(StartNotice).unconfirmed(),
  'StartTreatment.begin': ({ get }) => get(StartTreatment).begin({ sno: 'DEV0001', settings: bio }),
  'StopTreatment.stop': ({ get }) => get(StopTreatment).stop(SNO),
  'TryChannel.try': ({ get }) => get(TryChannel).try(SNO, 5 * SECOND),
  'WaitForDevice.wait': ({ get }) => get(WaitForDevice).wait(SNO, 'running', 10 * SECOND),
};

const REQUEST = {
  plan: sevenDays,
  sno: SNO,
  operatorId: 'shop-1',
  renewal: undefined,
  assist: false,
};

const address = () => ({ did: 'did-1', host: 'channel.test', wssPort: 8880, appId: 'a', uid: 'u', token: 't' });

async function all(findings: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const finding of findings) found.push(finding);
  return found;
}

/** What a follower was told within 20 seconds. */
async function followed(
  { clock }: App,
  follow: (onChange: (snapshot: unknown) => void) => { stop: () => void },
): Promise<unknown[]> {
  const told: unknown[] = [];
  const following = follow((snapshot) => told.push(snapshot));
  await clock.sleep(20 * SECOND);
  following.stop();
  return told;
}

/** A call of a port by its name and its number, counted from 1. */
type Call = readonly [name: string, number: number];

/** Methods that return a promise, so that their errors are rejections. */
const ASYNCHRONOUS = ['http.send', 'bridge.pay', 'scanner.scan', 'shareMenu.offer', 'mutex.runExclusive'];

/** Counts the calls of each port and decoder, and throws the error instead of the answer of one of them. */
class Planter {
  readonly calls = new Map<string, number>();
  readonly error = plantedError();
  isReached = false;
  /** The calls of the setup do not count. */
  isArmed = false;

  constructor(private readonly bugAt?: Call) {}

  around<Port extends object>(port: string, inner: Port): Port {
    return new Proxy(inner, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function') return member;
        const name = `${port}.${String(key)}`;
        return (...input: unknown[]): unknown => {
          if (!this.isBug(name)) return Reflect.apply(member, target, input);
          if (ASYNCHRONOUS.includes(name)) return Promise.reject(this.error);
          throw this.error;
        };
      },
    });
  }

  /** Counts what the decoders of the answers are asked, and throws in one of them. */
  aroundDecoders(): void {
    // Answers without data share a decoder.
    for (const [answer, name] of new Map(ENDPOINTS.map(({ answer, name }) => [answer, name]))) {
      const decoder = answer as { '~run': (...input: unknown[]) => unknown };
      const decode = decoder['~run'].bind(decoder);
      vi.spyOn(decoder, '~run').mockImplementation((...input) => {
        if (this.isBug(`decoder of ${name}`)) throw this.error;
        return decode(...input);
      });
    }
  }

  private isBug(name: string): boolean {
    if (!this.isArmed) return false;
    const calls = (this.calls.get(name) ?? 0) + 1;
    this.calls.set(name, calls);
    const isHere = this.bugAt?.[0] === name && this.bugAt[1] === calls;
    this.isReached ||= isHere;
    return isHere;
  }
}

/** An app at a leased device that runs, with a server and ports that answer every use-case of the table. */
function openApp(planter: Planter) {
  const adapters = fakeAdapters({ notice: NOTICE });
  const { http, storage, clock, channel, bridge, scanner, shareMenu, mutex } = adapters;
  const core = createTestApp({
    adapters,
    instead: {
      http: planter.around('http', http),
      storage: planter.around('storage', storage),
      clock: planter.around('clock', clock),
      channel: planter.around('channel', channel),
      bridge: planter.around('bridge', bridge),
      scanner: planter.around('scanner', scanner),
      shareMenu: planter.around('shareMenu', shareMenu),
      mutex: planter.around('mutex', mutex),
    },
  });
  const answers = new Map<string, unknown>(Object.entries(exampleAnswers));
  for (const endpoint of ENDPOINTS) http.reply(endpoint, misshapen(answers.get(endpoint.name)));
  http
    .reply(enterPage, aSupply)
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' })
    .reply(readLatest, aReport());
  new FakeOrderServer(http).orders.push(aLeaseOrder({ orderNo: 'L-1' }));
  bridge.answers({ result: 'ok' }, { result: 'ok' });
  scanner.reads(SNO);
  core.at({ sno: SNO });
  core.treatments.started.set({
    sno: SNO,
    at: clock.now() - 60 * SECOND,
    state: { on: true, workMinutes: 30 },
    ran: true,
  });
  const device = { sno: SNO, ownerId: 'shop-1', online: true } as Parameters<OpenLeasedDevice['open']>[0];
  return { ...core, device };
}

interface Ended {
  thrown?: unknown;
  value?: unknown;
  /** Rejections and errors that nobody handles: the page reports them, and the command line ends with them. */
  unhandled: unknown[];
  reported: Error[];
  /** Reported failures of the server. */
  problems: unknown[];
  isReached: boolean;
  calls: ReadonlyMap<string, number>;
}

/** Runs a use-case to its end, with a bug at one call of a port. */
async function run(useCase: (app: App) => unknown, bugAt?: Call): Promise<Ended> {
  vi.restoreAllMocks();
  const planter = new Planter(bugAt);
  planter.aroundDecoders();
  const app = openApp(planter);
  const { unhandled, stop } = collectUnhandled();
  planter.isArmed = true;
  let end: Pick<Ended, 'thrown' | 'value'> | undefined;
  const ending = (async () => useCase(app))().then(
    (value) => (end = { value }),
    (thrown: unknown) => (end = { thrown }),
  );
  // What a timer throws is an uncaught error, which the page reports and with which the command line ends.
  const advance = (ms: number) => app.clock.advance(ms).catch((thrown: unknown) => unhandled.push(thrown));
  for (let advanced = 0; !end && advanced < ENOUGH_MS; advanced += SECOND) await advance(SECOND);
  if (end) await ending;
  await advance(0);
  planter.isArmed = false;
  stop();
  const { isReached, calls } = planter;
  return {
    ...(end ?? { thrown: 'not ended' }),
    unhandled,
    reported: app.reporter.take(),
    problems: app.reporter.events.filter(({ kind }) => kind === 'problem'),
    isReached,
    calls,
  };
}

/** True if the value is the planted bug as an internal Problem, or holds it. */
function shows(value: unknown, depth = 0): boolean {
  if (value instanceof Error) {
    const problem = Problem.of(value);
    return problem.code === 'internal' && (problem.cause as Error).message === plantedError().message;
  }
  if (typeof value !== 'object' || value === null || depth > 4) return false;
  const inner = value instanceof Map ? [...value.values()] : Object.values(value);
  return inner.some((each) => shows(each, depth + 1));
}

/** True if the value says that a command or a payment may have taken effect. */
function saysUnknownOutcome(value: unknown): boolean {
  const { outcomeUnknown, kind } = (value ?? {}) as { outcomeUnknown?: boolean; kind?: string };
  return outcomeUnknown === true || kind === 'confirming';
}

/** What is wrong with the end of a use-case that met a bug; empty if nothing is. */
function faultsOf({ thrown, value, unhandled, reported }: Ended): string[] {
  const isSeen = shows(thrown) || shows(value) || shows(unhandled) || reported.some((each) => shows(each));
  return [
    ...(isSeen ? [] : ['the bug has vanished']),
    ...(thrown === undefined || shows(thrown) ? [] : [`it was turned into: ${String(thrown)}`]),
    ...(reported.length > 1 ? ['it was reported twice'] : []),
    ...(saysUnknownOutcome(value) ? [`it was taken for a fact: ${JSON.stringify(value)}`] : []),
  ];
}

describe('A bug below a use-case', () => {
  test.each(Object.entries(USE_CASES))(
    'A bug in any port that %s calls, or in the decoder of an answer, ends as an internal error',
    async (_, useCase) => {
      const { calls, reported, problems, unhandled, thrown } = await run(useCase);
      expect([reported, problems, unhandled, thrown instanceof Error && shows(thrown)]).toEqual([[], [], [], false]);
      const wrong: Record<string, string[]> = {};
      for (const [name, made] of calls)
        for (let number = 1; number <= Math.min(made, MAX_CALLS); number += 1) {
          const ended = await run(useCase, [name, number]);
          const faults = ended.isReached ? faultsOf(ended) : ['the bug was not reached'];
          if (faults.length > 0) wrong[`${name} #${number}`] = faults;
        }
      expect(wrong).toEqual({});
    },
  );

  test('The table has every asynchronous method of every class that the container binds', () => {
    const wiring = readFileSync('src/container.ts', 'utf8');
    const bound = [...wiring.matchAll(/singleton\((\w+)/g)].map(([, name]) => name);
    const methods = filesIn('src/core').flatMap((text) =>
      bound.flatMap((name) => asynchronousMethods(text, name ?? '').map((method) => `${name}.${method}`)),
    );
    expect(methods.length).toBeGreaterThan(40);
    expect(methods.filter((method) => !(method in USE_CASES))).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

/** The first line of a public method. */
const METHOD = /^ {2}(async )?\*?([a-z]\w*)[<(]/;

/** The public methods of a class that return a promise or a generator of promises. */
function asynchronousMethods(text: string, name: string): string[] {
  const start = text.indexOf(`export class ${name} `);
  if (start < 0) return [];
  const lines = text.slice(start, text.indexOf('\n}\n', start)).split('\n');
  return lines.flatMap((line, index) => {
    const [, isAsync, method] = METHOD.exec(line) ?? [];
    if (method === undefined || method === 'constructor') return [];
    const signature = lines.slice(index, lines.findIndex((end, at) => at >= index && end.endsWith(' {')) + 1);
    return isAsync !== undefined || signature.at(-1)?.includes('): Promise<') ? [method] : [];
  });
}
