import type { RawData, WebSocket } from 'ws';
import type { World } from '../world.ts';
import { type Frame, INVALID, invalid, readLogin, readRequest, record, type Request } from './channel-frames.ts';
import type { Attributes, Machine } from './machine.ts';

type Off = () => void;

const APP = { appid: 'giz-app', uid: 'giz-uid' };
const DID = 'did-';
const BEFORE_LOGIN_SECONDS = 60;
const MISSED_HEARTBEATS = 3;
const GOING_AWAY = 1001;

/** One socket of the device channel, from its opening to its end; frames are taken and answered strictly in order. */
export class ChannelSession {
  private loggedIn = false;
  private heartbeatSeconds = BEFORE_LOGIN_SECONDS;
  private silence?: ReturnType<typeof setTimeout>;
  private readonly subscriptions = new Map<string, Off>();

  constructor(
    private readonly socket: WebSocket,
    private readonly world: World,
  ) {
    socket.on('message', (data, isBinary) => this.hear(data, isBinary));
    socket.once('close', () => this.forget());
    socket.on('error', () => socket.terminate());
    this.awaitHeartbeat();
  }

  close(): void {
    this.forget();
    this.socket.close(GOING_AWAY);
  }

  private hear(data: RawData, isBinary: boolean): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    const request = isBinary ? undefined : readRequest(String(data));
    if (request) this.answer(request);
    else this.send(invalid(INVALID.malformed, 'a frame is a JSON object with cmd'));
    this.awaitHeartbeat();
  }

  private answer(request: Request): void {
    const { cmd, data } = request;
    if (cmd === 'login_req') return this.logIn(data);
    if (!this.loggedIn) return this.send(invalid(INVALID.notLoggedIn, 'please login first'));
    if (cmd === 'ping') return this.send({ cmd: 'pong' });
    if (cmd === 'subscribe_req') return this.subscribeAll(data);
    if (cmd === 'c2s_read') return this.read(request);
    if (cmd === 'c2s_write') return this.write(request);
    if (cmd !== 'c2s_ack') this.send(invalid(INVALID.unknownCommand, `unknown cmd ${cmd}`));
  }

  private logIn(data: unknown): void {
    const login = readLogin(data);
    if (typeof login === 'string') return this.send(invalid(INVALID.malformed, login));
    const sno = this.world.channelTokens.get(login.token);
    this.unsubscribe();
    this.loggedIn = sno !== undefined && login.appid === APP.appid && login.uid === APP.uid;
    this.send({ cmd: 'login_res', data: { success: this.loggedIn } });
    if (!this.loggedIn || sno === undefined) return;
    this.heartbeatSeconds = login.heartbeatSeconds;
    if (login.subscribesItself) this.subscribe(DID + sno);
  }

  private subscribeAll(data: unknown): void {
    if (!Array.isArray(data)) return this.send(invalid(INVALID.malformed, 'subscribe_req: data must be a list of {did}'));
    const dids = data.map((one) => didOf(one));
    const success = dids.filter((did) => this.subscribe(did)).map((did) => ({ did }));
    const failed = dids.filter((did) => !this.machine(did)).map((did) => ({ did, error_code: INVALID.unknownDevice, msg: 'no such device' }));
    this.send({ cmd: 'subscribe_res', data: { success, failed } });
  }

  private subscribe(did: string): boolean {
    const machine = this.machine(did);
    if (!machine || this.subscriptions.has(did)) return machine !== undefined;
    const offReport = machine.onReport((attrs) => this.send({ cmd: 's2c_noti', data: { did, attrs } }));
    const offConnection = machine.onConnection((online) => this.send({ cmd: 's2c_online_status', data: { did, ...identityOf(machine), online } }));
    this.subscriptions.set(did, () => {
      offReport();
      offConnection();
    });
    return true;
  }

  /** The device answers itself, and tells everybody what it kept back: one that is offline or never reports stays silent. */
  private read({ data, reqSn }: Request): void {
    const did = didOf(data);
    const machine = this.machine(did);
    if (!machine) return this.refuseDevice(did);
    if (!machine.online || machine.silent) return this.acknowledge(machine, did, reqSn);
    machine.tick(this.world.now());
    machine.write({});
    this.send({ cmd: 's2c_noti', ...answering(reqSn), data: { did, attrs: machine.told() } });
  }

  private write({ data, reqSn }: Request): void {
    const did = didOf(data);
    const machine = this.machine(did);
    if (!machine) return this.refuseDevice(did);
    const change = changeOf(record(data)?.['attrs'], machine.told());
    if (typeof change === 'string') return this.send(invalid(INVALID.badAttributes, change));
    this.acknowledge(machine, did, reqSn);
    if (machine.online) machine.write(change);
  }

  private acknowledge(machine: Machine, did: string, reqSn: number | undefined): void {
    if (machine.online && reqSn !== undefined) this.send({ cmd: 's2c_ack', ...answering(reqSn), did });
  }

  private refuseDevice(did: string): void {
    this.send(invalid(INVALID.unknownDevice, `no such device: ${did}`));
  }

  private machine(did: string): Machine | undefined {
    return did.startsWith(DID) ? this.world.machines.get(did.slice(DID.length)) : undefined;
  }

  private send(frame: Frame): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private awaitHeartbeat(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.send(invalid(INVALID.noHeartbeat, 'No heartbeat!'));
      this.close();
    }, this.heartbeatSeconds * MISSED_HEARTBEATS * 1_000);
  }

  private unsubscribe(): void {
    for (const off of this.subscriptions.values()) off();
    this.subscriptions.clear();
  }

  private forget(): void {
    clearTimeout(this.silence);
    this.unsubscribe();
  }
}

function didOf(data: unknown): string {
  const did = record(data)?.['did'];
  return typeof did === 'string' ? did : '';
}

function identityOf({ sno }: Machine): { passcode: string; mac: string } {
  return { passcode: `passcode-${sno}`, mac: `A4C138${sno.slice(-5)}0` };
}

function answering(reqSn: number | undefined): Pick<Frame, 'res_sn'> {
  return reqSn === undefined ? {} : { res_sn: reqSn };
}

/** The change that is asked for, or what is wrong with it. */
function changeOf(attrs: unknown, known: Attributes): Partial<Attributes> | string {
  const given = record(attrs);
  if (!given) return 'c2s_write: data.attrs must be an object';
  const wrong = Object.entries(given).find(([name, value]) => !Object.hasOwn(known, name) || !Number.isInteger(value));
  if (wrong) return `c2s_write: ${wrong[0]} is no attribute of this device or no whole number`;
  return given;
}
