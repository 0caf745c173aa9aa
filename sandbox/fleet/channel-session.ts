import { setTimeout as rest } from 'node:timers/promises';
import type { RawData, WebSocket } from 'ws';
import type { Fault, Faults } from '../faults.ts';
import { CHANNEL_APP_ID, CHANNEL_USER, type World } from '../world/world.ts';
import { BoundDevices, didOf } from './bound-devices.ts';
import { errorCode, type Frame, INVALID, invalid, readLogin, readRequest, type Request } from './channel-frames.ts';

const LOGIN_WITHIN_SECONDS = 60;
const MISSED_HEARTBEATS = 3;
const GOING_AWAY = 1001;

/** One socket of the device channel. The session processes and answers frames strictly in order. */
export class ChannelSession {
  /** Undefined before the login. */
  private devices?: BoundDevices;
  private heartbeatSeconds = 0;
  /** Resolves when all earlier frames are answered. */
  private before: Promise<void> = Promise.resolve();
  private silence?: ReturnType<typeof setTimeout>;

  constructor(
    private readonly socket: WebSocket,
    private readonly world: World,
    private readonly faults: Faults,
  ) {
    socket.on('message', (data, isBinary) => this.handleMessage(data, isBinary));
    socket.once('close', () => this.forget());
    socket.on('error', () => socket.terminate());
    this.awaitLogin();
  }

  /** Sends s2c_invalid_msg with this code. 1003 and 1009 end the login, 1011 ends the session. */
  disown(code: string, message: string): void {
    this.send(invalid(errorCode(code), message));
    if (Number(code) === INVALID.noHeartbeat) this.close();
    else if (Number(code) === INVALID.notLoggedIn || Number(code) === INVALID.upstreamLost) this.logOut();
  }

  tellBindings(): void {
    this.devices?.tellBindings();
  }

  close(): void {
    this.forget();
    this.socket.close(GOING_AWAY);
  }

  private handleMessage(data: RawData, isBinary: boolean): void {
    const request = isBinary ? undefined : readRequest(String(data));
    this.before = this.before.then(() => this.meet(request));
  }

  private async meet(request: Request | undefined): Promise<void> {
    const fault = request && this.faults.take(`ws/${request.cmd}`);
    if (fault?.kind === 'latency') await rest(fault.ms);
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.devices) this.awaitHeartbeat();
    if (!request) this.send(invalid(INVALID.malformed, 'a frame is a JSON object with cmd'));
    else if (!fault || fault.kind === 'latency' || fault.kind === 'reset-after') this.answer(request);
    else this.fail(request, fault);
    if (fault?.kind === 'reset-before' || fault?.kind === 'reset-after') this.socket.terminate();
  }

  private fail({ cmd, data }: Request, { kind, code, message: msg }: Fault): void {
    const error_code = errorCode(code);
    if (kind === 'malformed') this.socket.send('{"cmd":');
    if (kind !== 'refuse') return;
    if (cmd === 'login_req') this.send({ cmd: 'login_res', data: { success: false, error_code, msg } });
    else if (cmd === 'subscribe_req' && Array.isArray(data))
      this.send({
        cmd: 'subscribe_res',
        data: { success: [], failed: data.map((one) => ({ did: didOf(one), error_code, msg })) },
      });
    else this.send(invalid(error_code, msg));
  }

  private answer(request: Request): void {
    const { cmd, data } = request;
    if (cmd === 'login_req') return this.logIn(data);
    if (!this.devices) return this.send(invalid(INVALID.notLoggedIn, 'please login first'));
    switch (cmd) {
      case 'ping':
        return this.send({ cmd: 'pong' });
      case 'subscribe_req':
        return this.devices.subscribe(data);
      case 'c2s_read':
        return this.devices.read(request);
      case 'c2s_write':
        return this.devices.write(request);
      case 'c2s_raw':
        return this.devices.passOn(request);
      case 'c2s_ack':
        return this.takeAck(request);
      default:
        this.send(invalid(INVALID.unknownCommand, `unknown cmd ${cmd}`));
    }
  }

  private logIn(data: unknown): void {
    const login = readLogin(data);
    if (typeof login === 'string') return this.send(invalid(INVALID.malformed, login));
    const grant =
      login.appid === CHANNEL_APP_ID && login.uid === CHANNEL_USER
        ? this.world.channelTokens.get(login.token)
        : undefined;
    if (!grant) this.logOut();
    this.send({ cmd: 'login_res', data: { success: grant !== undefined } });
    if (!grant) return;
    this.devices?.unsubscribe();
    this.devices = new BoundDevices(this.world, grant, login.inBytes, (frame) => this.send(frame));
    this.heartbeatSeconds = login.heartbeatSeconds;
    this.awaitHeartbeat();
    if (login.subscribesItself) this.devices.subscribeToAll();
  }

  private logOut(): void {
    if (!this.devices) return;
    this.devices.unsubscribe();
    this.devices = undefined;
    this.awaitLogin();
  }

  private takeAck({ did, resSn }: Request): void {
    if (typeof did !== 'string' || !Number.isInteger(resSn))
      this.send(invalid(INVALID.malformed, 'c2s_ack needs did, and res_sn as a whole number'));
  }

  private send(frame: Frame): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** Ends a session that only sends pings and never logs in. */
  private awaitLogin(): void {
    this.endIn(LOGIN_WITHIN_SECONDS, invalid(INVALID.notLoggedIn, `no login within ${LOGIN_WITHIN_SECONDS} s`));
  }

  private awaitHeartbeat(): void {
    this.endIn(this.heartbeatSeconds * MISSED_HEARTBEATS, invalid(INVALID.noHeartbeat, 'No heartbeat!'));
  }

  private endIn(seconds: number, lastWord: Frame): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.send(lastWord);
      this.close();
    }, seconds * 1_000);
  }

  private forget(): void {
    clearTimeout(this.silence);
    this.devices?.unsubscribe();
  }
}
