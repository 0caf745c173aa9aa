import type { RECEIVED } from '../src/adapters/gizwits-received.ts';
import type { SENT } from '../src/adapters/gizwits-sent.ts';
import type { api } from '../src/core/api.ts';
import { AUXILIARY_CODES, FUNCTION_CODES } from '../src/core/device/api.ts';

type EachCall<Of> = { [Capability in keyof typeof api]: { [Verb in keyof (typeof api)[Capability]]: Of } };

/** What each call is for, and what stands in `data` where that is no object. */
export const CALLS: EachCall<string> = {
  account: {
    getUser: 'Who is signed in.',
    sendCode: 'Send a code to a phone; `data` is its number.',
    updatePhone: 'Bind the phone that a code was sent to.',
  },
  device: {
    listDevices: 'The devices on lease, those that others share included.',
    listHistory: 'The devices whose lease has ended.',
    checkDevice: 'What entering a device would lead to, for oneself or on behalf of a customer.',
    getDetail: 'One device; `data` is its number.',
    enterPage: 'Where a device is reached live, and as whom; the device channel begins here.',
    readLatest: 'What a device reported last; `data` is its number.',
  },
  share: {
    listShares: 'The phones that may use a leased device.',
    shareDevice: 'Let another phone use a leased device.',
    unshareDevice: 'Take that back.',
  },
  wallet: { listCards: 'The cards with uses, one for each operator.', listRefunds: 'What was paid back.' },
  order: {
    listLeaseOrders: 'The orders of leases, the newest first.',
    listCardOrders: 'The orders behind one operator’s card.',
    getLeaseOrder: 'One lease order, and whether it is paid; `data` is its number.',
    cancelLeaseOrder: 'Cancel a lease order that is not paid; `data` is its number.',
    cancelCardOrder: 'Cancel a card order that is not paid; `data` is its number.',
  },
  lease: {
    listDurationPlans: 'The plans by time for a device.',
    listUsePlans: 'The plans by uses: of the operator where one is named, else of the device.',
    createLeaseOrder: 'Order a plan by time.',
    createCardOrder: 'Order a plan by uses.',
  },
  payment: { prePay: 'The signed fields with which WeChat opens its payment sheet.' },
  treatment: {
    startDevice: 'Start a treatment with these settings.',
    stopDevice: 'Stop the treatment; `data` is the device’s number.',
  },
  feedback: { createFeedback: 'Send feedback.' },
};

const inWords = (codes: Readonly<Record<string, number>>) => Object.entries(codes).map(([name, code]) => `${code} ${name}`).join(', ');

const MEANINGS: Readonly<Record<string, string>> = {
  function: `The kind of treatment: ${inWords(FUNCTION_CODES)}.`,
  subfunction: `What runs beside it: ${inWords(AUXILIARY_CODES)}.`,
  onoff: 'Whether a treatment runs; 0 is off.',
  worttime: 'Minutes that were set.',
  worktime: 'Minutes that were set.',
  usetime: 'Minutes that the treatment has run.',
  usenum: 'Uses that are left.',
  voltage: 'A code of the table of voltages, not volts.',
  freq: 'A code of the table of frequencies, not hertz.',
  wave: 'A code of the table of waveforms.',
  grade: 'A code of the table of infrared levels.',
  sno: 'The device’s number.',
  sysuserid: 'The operator.',
  ownerid: 'The operator.',
  current: 'The page, from 0.',
  size: 'Records on a page.',
  assist: 'Renting on behalf of customers.',
  num: 'How many days or uses the plan is for, by its unit.',
  gizdid: 'The device, as the channel names it.',
  did: 'The device, as the channel names it.',
  heartbeat_interval: 'Seconds within which the server hears something.',
  req_sn: 'Comes back in the answer as `res_sn`.',
};

/** What a field means that goes by this name, however it is capitalised, in whatever call. */
export function meaningOf(field: string): string | undefined {
  return MEANINGS[field.toLowerCase()];
}

/** What each frame of the device channel is for. */
export const FRAMES: Readonly<Record<keyof typeof SENT | keyof typeof RECEIVED, string>> = {
  login_req: 'Who is there; before anything else, and again after an `s2c_invalid_msg` 1003 or 1009.',
  subscribe_req: 'Of which devices to hear; nothing is pushed for it, the state is read. Not sent after a login with `auto_subscribe`, unless nothing is heard.',
  c2s_read: 'Ask a device for its whole state.',
  c2s_write: 'Set attributes of a device. The app does not: it starts and stops by the calls.',
  c2s_ack: 'The answer to an `s2c_noti` with `req_sn`, which comes back as `res_sn`.',
  ping: 'Ask whether the line is alive.',
  login_res: 'Whether the login was taken; a server may say with a code why not.',
  subscribe_res: 'The devices that were taken, and those that were not, with a code. The app counts on news only of those in `success`.',
  s2c_noti: 'What a device reports, as the answer to a read or because it has changed. What is left out stays as it was.',
  s2c_online_status: 'A device came or went.',
  pong: 'The line is alive.',
  s2c_invalid_msg: 'A frame that was not taken. 1003: not logged in. 1009: the device’s cloud is lost. 1011: no heartbeat; the server hangs up.',
  s2c_ack: 'A request with `req_sn` was passed on.',
};
