import type { DeviceState } from '../../../src/core/device/device-state.ts';
import { AUXILIARY_CODES, FUNCTION_CODES } from '../../../src/core/device/api.ts';
import type {
  ChannelAddress,
  ChannelEvent,
  DeviceChannel,
  DeviceConnection,
} from '../../../src/ports/device-channel.ts';
import type { Choice } from '../kernel/choice.ts';
import type { Life } from '../kernel/life.ts';
import type { Surroundings } from './phone.ts';

interface Line {
  readonly sno: string;
  readonly onEvent: (event: ChannelEvent) => void;
  state: 'connecting' | 'open' | 'lost';
  /** What was pushed and has not arrived, in order. */
  pushed: ChannelEvent[];
}

/** The lines of one page to its devices. What is pushed over a line arrives in order or is lost with the line. */
export class Lines implements DeviceChannel {
  private readonly lines = new Set<Line>();

  constructor(
    private readonly life: Life,
    private readonly around: Pick<Surroundings, 'deviceOf' | 'time'>,
  ) {}

  open({ did }: ChannelAddress, onEvent: (event: ChannelEvent) => void): DeviceConnection {
    const line: Line = { sno: did, onEvent, state: 'connecting', pushed: [] };
    this.lines.add(line);
    onEvent({ kind: 'line', state: 'connecting' });
    return {
      read: () => {
        if (line.state === 'open') this.pushState(line);
      },
      close: () => void this.lines.delete(line),
    };
  }

  /** The device reports over each open line. */
  push(sno: string): void {
    const { state } = this.around.deviceOf(sno).record;
    for (const line of this.lines) if (line.sno === sno && line.state === 'open') line.pushed.push(pushOf(state));
  }

  /** The server tells over each open line whether the device is online. */
  pushOnline(sno: string): void {
    const { online } = this.around.deviceOf(sno);
    for (const line of this.lines)
      if (line.sno === sno && line.state === 'open') line.pushed.push({ kind: 'online', online });
  }

  /** Everything that is on its way arrives, and every line opens. */
  arrive(): void {
    for (const line of this.lines) {
      if (line.state !== 'open') this.opens(line);
      this.deliver(line, Infinity);
    }
  }

  /** Everything that was pushed over an open line arrives. */
  bringAll(): void {
    for (const line of this.lines) this.deliver(line, Infinity);
  }

  choices(): Choice[] {
    if (!this.life.goesOn) return [];
    const on = this.life.name;
    return [...this.lines].flatMap((line): Choice[] => {
      const choice = (kind: string, weight: number, isFault: boolean, take: () => void) => ({
        kind: `line ${kind}`,
        on,
        weight,
        isFault,
        take,
      });
      if (line.state !== 'open') return [choice('opens', 5, false, () => this.opens(line))];
      const breaks = choice('breaks', 1, true, () => {
        line.state = 'lost';
        line.pushed = [];
        line.onEvent({ kind: 'line', state: 'lost' });
      });
      if (line.pushed.length === 0) return [breaks];
      return [choice('brings a push', 8, false, () => this.deliver(line, 1)), breaks];
    });
  }

  private opens(line: Line): void {
    line.state = 'open';
    line.onEvent({ kind: 'line', state: 'open' });
    this.pushState(line);
  }

  private deliver(line: Line, most: number): void {
    for (let left = most; left > 0 && this.lines.has(line); left -= 1) {
      const event = line.pushed.shift();
      if (!event) return;
      line.onEvent(event);
    }
  }

  private pushState(line: Line): void {
    const device = this.around.deviceOf(line.sno);
    if (device.isConnected) line.pushed.push(pushOf(device.stateAt(this.around.time.now())));
  }
}

function pushOf(state: DeviceState): ChannelEvent {
  return { kind: 'attributes', attributes: attributesOf(state) };
}

/** The device's own names and codes. */
function attributesOf({
  on,
  function: therapy,
  auxiliary,
  workMinutes,
  usedMinutes,
}: DeviceState): Record<string, unknown> {
  const codes: Record<string, number> = { ...FUNCTION_CODES, ...AUXILIARY_CODES, none: 0 };
  const all = {
    OnOff: on === undefined ? undefined : Number(on),
    Function: therapy && codes[therapy],
    SubFunction: auxiliary && codes[auxiliary],
    WortTime: workMinutes,
    UseTime: usedMinutes,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
