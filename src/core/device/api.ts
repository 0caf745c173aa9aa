import * as v from 'valibot';
import { absentOr, byte, count, end, flag, id, list, maybe, maybeId, minutes, text, whole } from '../api/decoders.ts';
import type { ConfigurationValues } from '../api/configuration/configuration.ts';
import { endpoint } from '../api/endpoint.ts';
import type { DeviceCheck, DeviceDetail, DeviceStatus, FormerDevice, LeasedDevice } from './device.ts';
import {
  withoutKeptStrength,
  type DeviceState,
  type DeviceValue,
  type TherapyFunction,
  type Auxiliary,
} from './device-state.ts';
import { isOff, isSet, STANDARD_TABLES, tablesOf, type TableOption, type Tables } from './tables.ts';
import type { ChannelAddress } from '../../ports/device-channel.ts';

const ONLINE = '在线';
const OFFLINE = '离线';

function onlineOf(words: string | undefined): boolean | undefined {
  return words === ONLINE ? true : words === OFFLINE ? false : undefined;
}

const leasedDevice = v.pipe(
  v.object({
    id: maybe(text),
    sno: id,
    deviceName: maybe(text),
    deviceArea: maybe(text),
    onlineStatus: maybe(text),
    shareUserId: maybeId,
    shareUserName: maybe(text),
    expirationTime: maybe(end),
    ownerId: maybeId,
    ownerName: maybe(text),
    assist: maybe(flag),
    orderNo: maybeId,
  }),
  v.transform((wire): LeasedDevice => ({
    sno: wire.sno,
    name: wire.deviceName ?? wire.sno,
    area: wire.deviceArea,
    online: onlineOf(wire.onlineStatus),
    expiresAt: wire.expirationTime,
    ownerId: wire.ownerId,
    ownerName: wire.ownerName,
    sharer: wire.shareUserId === undefined ? undefined : { id: wire.shareUserId, name: wire.shareUserName },
    assist: wire.assist,
    orderNo: wire.shareUserId === undefined ? wire.orderNo : undefined,
  })),
);

export const listDevices = endpoint({
  name: 'device.listDevices',
  path: '/device/device/list',
  kind: 'read',
  request: v.undefined(),
  encode: () => undefined,
  answer: list(leasedDevice),
});

export const listHistory = endpoint({
  name: 'device.listHistory',
  path: '/device/device/history/list',
  kind: 'read',
  request: v.undefined(),
  encode: () => undefined,
  answer: list(
    v.pipe(
      v.object({
        id,
        sno: maybe(text),
        deviceName: maybe(text),
        ownerName: maybe(text),
        expirationTime: maybe(end),
      }),
      v.transform((wire): FormerDevice => ({
        id: wire.id,
        sno: wire.sno,
        name: wire.deviceName ?? wire.sno ?? wire.id,
        ownerName: wire.ownerName,
        expiresAt: wire.expirationTime,
      })),
    ),
  ),
});

const statuses = new Map<string | undefined, DeviceStatus>([
  ['DEVICE_OFFLINE', 'offline'],
  ['DEVICE_USED', 'used'],
  ['DEVICE_LOCKED', 'locked'],
  ['DEVICE_WORKING', 'working'],
  ['DEVICE_USING', 'using'],
  ['DEVICE_FREE', 'free'],
]);

export const checkDevice = endpoint({
  name: 'device.checkDevice',
  path: '/order/check/device',
  kind: 'read',
  request: v.object({ sno: v.string(), assist: v.boolean() }),
  encode: (input: { sno: string; assist: boolean }) => input,
  answer: v.pipe(
    v.object({ ownerId: maybeId, status: maybe(text) }),
    v.transform(({ ownerId, status }): DeviceCheck => ({ ownerId, status: statuses.get(status) })),
  ),
});

const number = (field: { sno: string }) => field.sno;

export const getDetail = endpoint({
  name: 'device.getDetail',
  path: '/device/detail',
  kind: 'read',
  request: v.string(),
  encode: number,
  answer: v.pipe(
    v.object({
      sno: maybe(text),
      name: maybe(text),
      mac: maybe(text),
      onlineStatusDesc: maybe(text),
      expirationTime: maybe(end),
      belongOperatorName: maybe(text),
    }),
    v.transform(({ sno, name, mac, onlineStatusDesc, belongOperatorName }): DeviceDetail => ({
      sno,
      name,
      mac,
      online: onlineOf(onlineStatusDesc),
      operatorName: belongOperatorName,
    })),
  ),
});

export const port = whole(1, 65_535);

/**
 * Reads the address and credentials of a device's channel. It is a read, because a repeated request changes nothing.
 * The app uses one of the two ports.
 */
export const enterPage = endpoint({
  name: 'device.enterPage',
  path: '/device/intoDevicePage',
  kind: 'read',
  request: v.object({ sno: v.string() }),
  encode: (input: { sno: string }) => input,
  answer: v.pipe(
    v.object({
      deviceDetailWebSocketVo: v.pipe(
        v.object({ gizDid: id, gizHost: id, gizWsPort: maybe(port), gizWssPort: maybe(port) }),
        v.check(
          ({ gizWsPort, gizWssPort }) => (gizWsPort ?? gizWssPort) !== undefined,
          'expected a gizWssPort or a gizWsPort',
        ),
      ),
      gizAppId: id,
      token: id,
      uid: id,
    }),
    v.transform(({ deviceDetailWebSocketVo: where, gizAppId, token, uid }): ChannelAddress => ({
      did: where.gizDid,
      host: where.gizHost,
      wsPort: where.gizWsPort,
      wssPort: where.gizWssPort,
      appId: gizAppId,
      uid,
      token,
    })),
  ),
});

export const FUNCTION_CODES = { bio: 1, light: 2, sleep: 3 } as const satisfies Record<TherapyFunction, number>;
export const AUXILIARY_CODES = { infrared: 1, quantum: 2 } as const satisfies Record<Auxiliary, number>;

function named<Name extends string>(
  codes: Record<Name, number>,
  code: number | undefined,
): Name | 'none' | 'other' | undefined {
  if (code === undefined) return undefined;
  if (code === 0) return 'none';
  return (Object.keys(codes) as Name[]).find((name) => codes[name] === code) ?? 'other';
}

const plainCode = v.union([byte, v.pipe(v.boolean(), v.transform(Number))]);

const UNREADABLE = Symbol('a value that was sent and cannot be read');

/** A value of a report: undefined if it is missing, null or empty, and `UNREADABLE` if it is invalid. */
function reported<const Schema extends v.GenericSchema>(schema: Schema) {
  // Called without a dataset for a missing field.
  return v.fallback(absentOr(schema), (sent) => (sent === undefined ? undefined : UNREADABLE) as never);
}

/** A code, or the text that the device's cloud sends for it. */
function codeOrText(texts: Readonly<Record<string, number>>) {
  return reported(
    v.union([
      plainCode,
      v.pipe(
        v.picklist(Object.keys(texts)),
        v.transform((name) => texts[name] as number),
      ),
    ]),
  );
}

const functionCode = codeOrText({ ...FUNCTION_CODES, 生物电: 1, 高光波: 2, 睡眠: 3 });
const auxiliaryCode = codeOrText({ ...AUXILIARY_CODES, 无: 0, 红外: 1, 量子: 2, 量子能量舱: 2 });
const switchCode = codeOrText({ off: 0, on: 1, 关: 0, 开: 1 });

/** The words of the device's cloud for the options that have a name. */
const OPTION_WORDS: Record<NonNullable<TableOption['name']>, string> = {
  'smart-loop': '智能循环',
  'waveform-1': '波形一',
  'waveform-2': '波形二',
  'waveform-3': '波形三',
  off: '关',
  low: '低',
  medium: '中',
  high: '高',
};

/** A code, or a text of the option that has it. */
function codeOrOption(table: readonly TableOption[], unit = '') {
  const textsOf = (option: TableOption) => [
    option.label,
    option.name && OPTION_WORDS[option.name],
    option.amount === undefined ? undefined : `${option.amount}${unit}`,
    isOff(option) ? OPTION_WORDS.off : undefined,
  ];
  const entries = table.flatMap((option) => textsOf(option).map((text) => [text ?? '', option.code] as const));
  return codeOrText(Object.fromEntries(entries.filter(([text]) => text !== '')));
}

type Sent = number | typeof UNREADABLE | undefined;

/** A switch has no third code. */
function onOrOff(code: Sent): Sent {
  return code === undefined || code === 0 || code === 1 ? code : UNREADABLE;
}

function ifSet(table: readonly TableOption[], code: Sent): Sent {
  return code === 0 && !isSet(table, code) ? UNREADABLE : code;
}

/** The report of these values, which names those that cannot be read. */
function reportOf(sent: Record<DeviceValue, Sent>): DeviceState {
  const unreadable = (Object.keys(sent) as DeviceValue[]).filter((name) => sent[name] === UNREADABLE);
  const read = (value: Sent) => (value === UNREADABLE ? undefined : value);
  const values = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, read(value)]));
  return withoutKeptStrength({
    ...values,
    on: values.on === undefined ? undefined : values.on === 1,
    function: named(FUNCTION_CODES, values.function),
    auxiliary: named(AUXILIARY_CODES, values.auxiliary),
    unreadable: unreadable.length > 0 ? unreadable : undefined,
  });
}

/**
 * A device's report in either spelling; a missing value is undefined. The texts of a strength mean what the tables of the
 * deployment say.
 */
function deviceStateIn(tables: Tables) {
  const voltageCode = codeOrOption(tables.voltage, 'V');
  const frequencyCode = codeOrOption(tables.frequency, 'Hz');
  const waveformCode = codeOrOption(tables.waveform);
  const infraredCode = codeOrOption(tables.infrared);
  return v.pipe(
    v.object({
      Function: functionCode,
      function: functionCode,
      SubFunction: auxiliaryCode,
      subFunction: auxiliaryCode,
      OnOff: switchCode,
      onOff: switchCode,
      Voltage: voltageCode,
      voltage: voltageCode,
      Freq: frequencyCode,
      freq: frequencyCode,
      Wave: waveformCode,
      wave: waveformCode,
      Grade: infraredCode,
      grade: infraredCode,
      WortTime: reported(minutes),
      workTime: reported(minutes),
      UseTime: reported(minutes),
      useTime: reported(minutes),
      UseNum: reported(count),
      useNum: reported(count),
    }),
    v.transform((wire): DeviceState =>
      reportOf({
        on: onOrOff(wire.OnOff ?? wire.onOff),
        function: wire.Function ?? wire.function,
        auxiliary: wire.SubFunction ?? wire.subFunction,
        voltage: wire.Voltage ?? wire.voltage,
        frequency: ifSet(tables.frequency, wire.Freq ?? wire.freq),
        waveform: ifSet(tables.waveform, wire.Wave ?? wire.wave),
        infraredLevel: wire.Grade ?? wire.grade,
        workMinutes: wire.WortTime ?? wire.workTime,
        usedMinutes: wire.UseTime ?? wire.useTime,
        remainingUses: wire.UseNum ?? wire.useNum,
      }),
    ),
  );
}

/** A device's report where the deployment has the standard tables. */
export const deviceState = deviceStateIn(STANDARD_TABLES);

/** The answer of a call that reports a device's state. */
export function deviceStateAnswer() {
  const answerWith = (tables: Tables) => v.nullish(deviceStateIn(tables), () => ({}));
  return {
    answer: answerWith(STANDARD_TABLES),
    answerIn: ({ tables }: Pick<ConfigurationValues, 'tables'>) =>
      Object.keys(tables).length > 0 ? answerWith(tablesOf({ tables })) : undefined,
  };
}

export const readLatest = endpoint({
  name: 'device.readLatest',
  path: '/device/real_time_data',
  kind: 'read',
  request: v.string(),
  encode: number,
  ...deviceStateAnswer(),
});

/** Decodes the attributes of a push like the answer to `readLatest`; returns an empty report if they are invalid. */
export function stateOfAttributes(attributes: Record<string, unknown>, answer = readLatest.answer): DeviceState {
  const read = v.safeParse(answer, attributes);
  return read.success ? read.output : {};
}
