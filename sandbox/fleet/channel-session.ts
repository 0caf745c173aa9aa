import type { RawData, WebSocket } from 'ws';
import type { Device } from '../world/devices.ts';
import { CHANNEL_APP_ID, CHANNEL_USER, type World } from '../world/world.ts';
import { type Frame, INVALID, invalid, readLogin, readRequest, record, type Request } from './channel-frames.ts';
import type { Attributes } from './machine.ts';

type Off = () => void;

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
    this.loggedIn = sno !== undefined && login.appid === CHANNEL_APP_ID && login.uid === CHANNEL_USER;
    this.send({ cmd: 'login_res', data: { success: this.loggedIn } });
    if (!this.loggedIn || sno === undefined) return;
    this.heartbeatSeconds = login.heartbeatSeconds;
    const own = this.world.device(sno);
    if (login.subscribesItself && own) this.subscribe(own);
  }

  private subscribeAll(data: unknown): void {
    if (!Array.isArray(data)) return this.send(invalid(INVALID.malformed, 'subscribe_req: data must be a list of {did}'));
    const success: { did: string }[] = [];
    const failed: { did: string; error_code: number; msg: string }[] = [];
    for (const did of data.map((one) => didOf(one))) {
      const device = this.world.deviceByDid(did);
      if (device) success.push({ did });
      else failed.push({ did, error_code: INVALID.unknownDevice, msg: 'no such device' });
      if (device) this.subscribe(device);
    }
    this.send({ cmd: 'subscribe_res', data: { success, failed } });
  }

  private subscribe({ did, mac, machine }: Device): void {
    if (this.subscriptions.has(did)) return;
    const offReport = machine.onReport((attrs) => this.send({ cmd: 's2c_noti', data: { did, attrs } }));
    const offConnection = machine.onConnection((online) => {
      this.send({ cmd: 's2c_online_status', data: { did, passcode: `passcode-${did}`, mac, online } });
    });
    this.subscriptions.set(did, () => {
      offReport();
      offConnection();
    });
  }

  /** The device answers itself: one that is offline or never reports stays silent. */
  private read({ data, reqSn }: Request): void {
    const device = this.asked(data);
    if (!device) return;
    const { did, machine } = device;
    if (!machine.online || machine.silent) return this.acknowledge(device, reqSn);
    machine.tick();
    this.send({ cmd: 's2c_noti', ...answering(reqSn), data: { did, attrs: machine.told() } });
  }

  private write({ data, reqSn }: Request): void {
    const device = this.asked(data);
    if (!device) return;
    const { machine } = device;
    const change = changeOf(record(data)?.['attrs'], machine.told());
    if (typeof change === 'string') return this.send(invalid(INVALID.badAttributes, change));
    this.acknowledge(device, reqSn);
    if (machine.online) machine.write(change);
  }

  private acknowledge({ did, machine }: Device, reqSn: number | undefined): void {
    if (machine.online && reqSn !== undefined) this.send({ cmd: 's2c_ack', ...answering(reqSn), did });
  }

  /** The device that a frame names; a frame that names none is refused. */
  private asked(data: unknown): Device | undefined {
    const did = didOf(data);
    const device = this.world.deviceByDid(did);
    if (!device) this.send(invalid(INVALID.unknownDevice, `no such device: ${did}`));
    return device;
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
