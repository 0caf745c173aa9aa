import type { RECEIVED, SENT } from '../../src/adapters/gizwits/frames.ts';
import { SETTINGS } from './settings.ts';

/** The purpose of each frame of the device channel. */
export const FRAMES: Readonly<Record<keyof typeof SENT | keyof typeof RECEIVED, string>> = {
  login_req: 'Logs in; the first frame on a connection, and sent again after an `s2c_invalid_msg` 1003 or 1009.',
  subscribe_req:
    'Subscribes to devices. The server pushes no state for it: the app reads the state with `c2s_read`. The app does not send it after a login with `auto_subscribe`, unless it receives nothing.',
  c2s_read: 'Asks a device for its state.',
  c2s_write:
    'Sets attributes of a device. The app does not send it: it starts and stops treatments with the HTTP calls.',
  ping: 'Asks whether the connection is alive.',
  login_res: 'Whether the login was accepted; a server may give the reason for a refusal as a code.',
  subscribe_res:
    'Which devices are subscribed, and which are not, with a code. The app expects reports only of those in `success`.',
  s2c_noti: 'A report of a device, in answer to a read or after a change. An attribute that is left out is unchanged.',
  s2c_online_status: 'A device went online or offline.',
  s2c_binding_changed:
    'A device was given to the user or taken from them. The app then asks for its detail, its record, its state and whose treatment runs.',
  pong: 'The connection is alive.',
  s2c_invalid_msg:
    'A frame was not accepted. After 1003 and 1009 the app logs in again on the same connection; after 1011 the server closes it.',
  s2c_ack: 'A request with `req_sn` was passed on to the device.',
  c2s_ack: 'Acknowledges the `s2c_noti` whose `req_sn` is `res_sn` here.',
};

/** Meanings by field name in lower case. A field with another meaning in one frame has the name of that frame as a prefix. */
export const FRAME_FIELDS: Readonly<Record<string, string>> = {
  ...SETTINGS,
  cmd: 'Type of the frame.',
  data: 'Content of the frame.',
  did: 'Device id: `gizDid` in the answer of `device.enterPage`.',
  appid: '`gizAppId` in the answer of `device.enterPage`.',
  uid: '`uid` there.',
  token: '`token` there.',
  p0_type: 'Format of the attributes: as JSON, by name.',
  heartbeat_interval:
    'Seconds within which the server must receive a frame; otherwise it sends `s2c_invalid_msg` 1011 and closes the connection.',
  auto_subscribe: 'Whether the login subscribes to all devices of the user; true by default.',
  names: 'The requested attributes; all by default.',
  attrs: 'Attributes of the device, by name; only those that changed, or all in answer to a `c2s_read`.',
  req_sn: 'Number of the request; comes back in the answer as `res_sn`.',
  res_sn: '`req_sn` of the frame that this one answers.',
  success: 'Whether the login was accepted.',
  'subscribe_res.success': 'Devices that are subscribed now.',
  failed: 'Devices that are not.',
  error_code: 'Reason, as a code.',
  's2c_invalid_msg.error_code':
    '1003: not logged in. 1009: the connection to the device’s cloud is lost. 1011: no heartbeat.',
  msg: 'Reason, for developers.',
  online: 'Whether the device is online now.',
  bind: 'Whether the user has the device now. The app does not read it.',
  passcode: 'Passcode of the device. The app does not read it.',
  mac: 'MAC address of the device. The app does not read it.',
};
