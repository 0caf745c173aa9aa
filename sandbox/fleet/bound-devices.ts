import type { Device } from '../world/devices.ts';
import type { ChannelGrant, World } from '../world/world.ts';
import { type Frame, INVALID, invalid, isRawInstruction, record, type Request } from './channel-frames.ts';
import type { Attributes } from './machine.ts';

type Unsubscribe = () => void;

/** The devices that a session's user may subscribe to, read and write, until the next login. */
export class BoundDevices {
  private readonly subscriptions = new Map<string, Unsubscribe>();
  /** Of each subscribed device, whether the user was last known to have it. */
  private readonly bindings = new Map<Device, boolean>();

  constructor(
    private readonly world: World,
    private readonly grant: ChannelGrant,
    /** True if the session exchanges raw bytes with its devices instead of data points. */
    private readonly inBytes: boolean,
    private readonly send: (frame: Frame) => void,
  ) {}

  subscribeToAll(): void {
    for (const device of this.world.devices) if (this.mayReach(device)) this.subscribeTo(device);
  }

  subscribe(data: unknown): void {
    if (!Array.isArray(data))
      return this.send(invalid(INVALID.malformed, 'subscribe_req: data must be a list of {did}'));
    const success: { did: string }[] = [];
    const failed: { did: string; error_code: number; msg: string }[] = [];
    for (const did of data.map((one) => didOf(one))) {
      const device = this.world.deviceByDid(did);
      if (!device) failed.push({ did, error_code: INVALID.unknownDevice, msg: 'no such device' });
      else if (!this.mayReach(device))
        failed.push({ did, error_code: INVALID.notBound, msg: 'this device is not bound to the user' });
      else {
        success.push({ did });
        this.subscribeTo(device);
      }
    }
    this.send({ cmd: 'subscribe_res', data: { success, failed } });
  }

  unsubscribe(): void {
    for (const off of this.subscriptions.values()) off();
    this.subscriptions.clear();
    this.bindings.clear();
  }

  /** Tells which subscribed devices were taken from the user, or given back, since it was told last. */
  tellBindings(): void {
    for (const [device, wasBound] of this.bindings) {
      const bind = this.mayReach(device);
      if (bind === wasBound) continue;
      this.bindings.set(device, bind);
      this.send({ cmd: 's2c_binding_changed', data: { did: device.did, bind } });
    }
  }

  /** The device itself answers. A device that is offline or silent sends nothing. */
  read(request: Request): void {
    const device = this.asked(request);
    if (!device) return;
    const { did, machine } = device;
    if (!machine.online || machine.silent) return this.acknowledge(device, request.reqSn);
    machine.tick();
    this.send({ cmd: 's2c_noti', ...answering(request.reqSn), data: { did, attrs: machine.lastReport() } });
  }

  write(request: Request): void {
    const device = this.asked(request);
    if (!device) return;
    const { machine } = device;
    const change = changeOf(record(request.data)?.['attrs'], machine.lastReport());
    if (typeof change === 'string') return this.send(invalid(INVALID.badAttributes, change));
    this.acknowledge(device, request.reqSn);
    if (!machine.online) return;
    if (change.OnOff === 1 && !device.running) device.startedBy = this.grant.userId;
    machine.write(change);
  }

  /** The demo devices have no binary protocol: raw instructions change nothing. */
  passOn({ data }: Request): void {
    if (!this.reached(data) || isRawInstruction(record(data)?.['raw'])) return;
    this.send(
      invalid(
        INVALID.badAttributes,
        'c2s_raw: data.raw must be bytes that begin with 0, 0, 0, 3, their length, 0, 0, 144',
      ),
    );
  }

  private mayReach(device: Device): boolean {
    return this.world.isOf(this.grant, device);
  }

  /** Sends no report of a device that was leased to another user meanwhile. */
  private subscribeTo(device: Device): void {
    const { did, mac, machine } = device;
    if (this.subscriptions.has(did)) return;
    const offReport = machine.onReport((attrs) => {
      if (!this.inBytes && this.mayReach(device)) this.send({ cmd: 's2c_noti', data: { did, attrs } });
    });
    const offConnection = machine.onConnection((online) => {
      if (this.mayReach(device))
        this.send({ cmd: 's2c_online_status', data: { did, passcode: `passcode-${did}`, mac, online } });
    });
    this.bindings.set(device, true);
    this.subscriptions.set(did, () => {
      offReport();
      offConnection();
    });
  }

  private acknowledge({ did, machine }: Device, reqSn: number | undefined): void {
    if (machine.online && reqSn !== undefined) this.send({ cmd: 's2c_ack', ...answering(reqSn), did });
  }

  /** The device whose data points a frame concerns. Refuses it in a session of raw bytes. */
  private asked({ cmd, data }: Request): Device | undefined {
    if (!this.inBytes) return this.reached(data);
    this.send(
      invalid(INVALID.notForThisType, `${cmd} is for p0_type attrs_v4: this session speaks in bytes, with c2s_raw`),
    );
    return undefined;
  }

  /** The device that a frame names. Refuses a frame that names no device or another user's device. */
  private reached(data: unknown): Device | undefined {
    const did = didOf(data);
    const device = this.world.deviceByDid(did);
    if (device && this.mayReach(device)) return device;
    this.send(
      device
        ? invalid(INVALID.notBound, `this device is not bound to the user: ${did}`)
        : invalid(INVALID.unknownDevice, `no such device: ${did}`),
    );
    return undefined;
  }
}

export function didOf(data: unknown): string {
  const did = record(data)?.['did'];
  return typeof did === 'string' ? did : '';
}

function answering(reqSn: number | undefined): Pick<Frame, 'res_sn'> {
  return reqSn === undefined ? {} : { res_sn: reqSn };
}

/** The requested change, or an error message. */
function changeOf(attrs: unknown, known: Attributes): Partial<Attributes> | string {
  const given = record(attrs);
  if (!given) return 'c2s_write: data.attrs must be an object';
  const wrong = Object.entries(given).find(([name, value]) => !Object.hasOwn(known, name) || !Number.isInteger(value));
  if (wrong) return `c2s_write: ${wrong[0]} is not an attribute of this device or not a whole number`;
  return given;
}
