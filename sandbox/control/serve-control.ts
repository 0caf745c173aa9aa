import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { servedCalls } from '../cloud/contract.ts';
import { Refusal } from '../cloud/refusal.ts';
import { jsonOf, sendJson } from '../exchange.ts';
import { faultShape, isOfChannel, isOfReceiver, type Fault, type Faults } from '../faults.ts';
import { isOwn } from '../local-network.ts';
import { COMMANDS } from '../fleet/channel-frames.ts';
import type { Reports } from '../reports/reports.ts';
import { SCENARIOS, type Scenario } from '../world/scenarios.ts';
import type { World } from '../world/world.ts';
import { changeDevice } from './device-change.ts';
import { changeHabits } from './server-habits.ts';
import { cancelByShop, payElsewhere, payOnSheet, refundByShop, sheetOf } from './payments.ts';
import { servePages } from './serve-pages.ts';
import { stateOf } from './state.ts';

const paymentShape = v.strictObject({
  next: v.picklist(['ok', 'cancel', 'fail', 'none']),
  settles: v.boolean(),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
});
const clockShape = v.strictObject({ advanceMs: v.pipe(v.number(), v.minValue(0)) });
const resetShape = v.strictObject({
  scenario: v.optional(v.picklist(SCENARIOS)),
  seed: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String))),
});

interface Parts {
  /** The names and addresses by which a request may call this server. Another one comes from a foreign page that resolves to it. */
  names: readonly string[];
  world: () => World;
  faults: Faults;
  reports: Reports;
  /** True if the app is configured to send its reports here. */
  reporting: boolean;
  /** The path below which the app is served; undefined if the sandbox runs without the page. */
  appPath?: string | undefined;
  reset: (options: { scenario?: Scenario; seed?: string }) => void;
  /** Applies a new fault of the device channel to the open connections. */
  onChannelFault: (fault: Fault) => void;
}

/** Serves the control API and its page under the names of this machine only. */
export class ControlServer {
  constructor(private readonly parts: Parts) {}

  async serve(request: IncomingMessage, response: ServerResponse, path: string, query: URLSearchParams): Promise<void> {
    const { method = 'GET', headers } = request;
    if (!isOwn(headers, this.parts.names))
      return sendJson(response, 403, {
        error: `the control API answers only as ${this.parts.names.join(', ')}`,
      });
    if (method === 'GET' && (await servePages(response, path, this.parts.world().clock.ahead))) return;
    try {
      const answer =
        method === 'GET' ? this.read(path, query) : this.act(`${method} ${path}`, given(await jsonOf(request)));
      if (answer === undefined) sendJson(response, 404, { error: `unknown request: ${method} ${path}` });
      else sendJson(response, 200, answer);
    } catch (thrown) {
      if (thrown instanceof Refusal) sendJson(response, 400, { error: thrown.message });
      else if (thrown instanceof v.ValiError) sendJson(response, 400, { error: describe(thrown) });
      else throw thrown;
    }
  }

  private read(path: string, query: URLSearchParams): unknown {
    const { appPath = null, faults, reporting, reports } = this.parts;
    const world = this.parts.world();
    world.tick();
    switch (path) {
      case 'state':
        return { appPath, reporting, reports: reports.all.length, ...stateOf(world, faults) };
      case 'effects':
        return world.effects.counts;
      case 'reports':
        return reports.all;
      case 'reports/documents':
        return reports.documents;
      case 'weixin/setting':
        return {
          payment: world.payment ?? null,
          devices: world.devices.slice(0, 50).map(({ sno, name, shows }) => ({ sno, name, shows })),
        };
      case 'weixin/sheet':
        return sheetOf(world, query.get('package') ?? '');
      default:
        return undefined;
    }
  }

  private act(call: string, body: unknown): unknown {
    const { faults, reports, reset } = this.parts;
    const world = this.parts.world();
    const [, device] = /^POST device\/([^/]+)$/.exec(call) ?? [];
    const [, order, deed] = /^POST order\/([^/]+)\/(pay|cancel|refund)$/.exec(call) ?? [];
    if (device !== undefined) changeDevice(world, decodeURIComponent(device), body);
    else if (order !== undefined) this.actOnOrder(decodeURIComponent(order), deed, body);
    else if (call === 'POST server') changeHabits(world.habits, body);
    else if (call === 'POST reset') reset(v.parse(resetShape, body));
    else if (call === 'POST clock') this.advance(v.parse(clockShape, body).advanceMs);
    else if (call === 'POST payment') world.payment = isNothing(body) ? undefined : v.parse(paymentShape, body);
    else if (call === 'POST faults') this.addFault(v.parse(faultShape, body));
    else if (call === 'POST weixin/pay') payOnSheet(world, body);
    else if (call === 'DELETE faults') faults.clear();
    else if (call === 'DELETE reports') reports.clear();
    else return undefined;
    return { ok: true };
  }

  private actOnOrder(number: string, deed: string | undefined, body: unknown): void {
    const world = this.parts.world();
    if (deed === 'pay') payElsewhere(world, number);
    else if (deed === 'cancel') cancelByShop(world, number);
    else refundByShop(world, number, body);
  }

  private advance(ms: number): void {
    const world = this.parts.world();
    world.clock.advance(ms);
    world.tick();
  }

  private addFault(fault: Fault): void {
    const { path, kind, times } = fault;
    const isCommand = isOfChannel(path) && COMMANDS.includes(path.slice('ws/'.length));
    const known =
      path === '*' ||
      path === 'ws' ||
      isCommand ||
      isOfReceiver(path) ||
      servedCalls.has(path.replace(/^\/api(?=\/)/, ''));
    if (!known)
      throw new Refusal(
        `invalid path ${path}: choose a path of the API, such as /order/list, or ws, ws/subscribe_req, otlp, or *`,
      );
    if (isCommand && (kind === 'http' || kind === 'html'))
      throw new Refusal(`invalid kind ${kind}: it needs an HTTP call, because a websocket command has no status`);
    if (times === 0 && path !== 'ws')
      throw new Refusal('invalid times 0: only ws accepts it, for the connections that are open now');
    this.parts.faults.add(fault);
    if (isOfChannel(path)) this.parts.onChannelFault(fault);
  }
}

function given(body: unknown): unknown {
  if (body === undefined) throw new Refusal('the body is not JSON');
  return body;
}

function isNothing(body: unknown): boolean {
  return body === null || (typeof body === 'object' && Object.keys(body).length === 0);
}

function describe({ issues }: v.ValiError<v.GenericSchema>): string {
  return issues
    .map(
      (issue) =>
        `${v.getDotPath(issue) ?? 'the body'}: expected ${issue.expected ?? 'something else'}, got ${issue.received}`,
    )
    .join('; ');
}
