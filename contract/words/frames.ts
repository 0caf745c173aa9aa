import type { RECEIVED } from '../../src/adapters/gizwits-received.ts';
import type { SENT } from '../../src/adapters/gizwits-sent.ts';
import { SETTINGS } from './settings.ts';

/** What each frame of the device channel is for. */
export const FRAMES: Readonly<Record<keyof typeof SENT | keyof typeof RECEIVED, string>> = {
  login_req: 'Logs in; the first frame on a connection, and sent again after an `s2c_invalid_msg` 1003 or 1009.',
  subscribe_req: 'Subscribes to devices. Nothing is pushed for it: the state is read by `c2s_read`. Not sent after a login with `auto_subscribe`, unless nothing is received.',
  c2s_read: 'Asks a device for its state.',
  c2s_write: 'Sets attributes of a device. The app does not send it: it starts and stops treatments by the HTTP calls.',
  ping: 'Asks whether the connection is alive.',
  login_res: 'Whether the login was accepted; a server may say with a code why not.',
  subscribe_res: 'Which devices are subscribed, and which are not, with a code. The app expects news only of those in `success`.',
  s2c_noti: 'What a device reports, in answer to a read or because it has changed. An attribute that is left out stays as it was.',
  s2c_online_status: 'A device went online or offline.',
  pong: 'The connection is alive.',
  s2c_invalid_msg: 'A frame was not accepted. After 1003 and 1009 the app logs in again on the same connection; after 1011 the server closes it.',
  s2c_ack: 'A request with `req_sn` was passed on to the device.',
  c2s_ack: 'The `s2c_noti` whose `req_sn` stands here as `res_sn` arrived.',
};

/** By field, in lower case; where it means something else in one frame, behind the name of that. */
export const FRAME_FIELDS: Readonly<Record<string, string>> = {
  ...SETTINGS,
  cmd: 'Which frame it is.',
  data: 'What the frame is about.',
  did: 'Device id: `gizDid` in the answer of `device.enterPage`.',
  appid: '`gizAppId` in the answer of `device.enterPage`.',
  uid: '`uid` there.',
  token: '`token` there.',
  p0_type: 'How attributes are written: as JSON, by name.',
  heartbeat_interval: 'Seconds within which the server receives a frame; where none comes it sends `s2c_invalid_msg` 1011 and closes the connection.',
  auto_subscribe: 'Whether the login subscribes to all devices of the user; true where it is left out.',
  names: 'Only these attributes; all of them where it is left out.',
  attrs: 'Attributes of the device, by name; only those that changed, or all in answer to a `c2s_read`.',
  req_sn: 'Number of the request; comes back in the answer as `res_sn`.',
  res_sn: '`req_sn` of the frame that this one answers.',
  success: 'Whether the login was accepted.',
  'subscribe_res.success': 'Devices that are subscribed now.',
  failed: 'Devices that are not.',
  error_code: 'Why, as a code.',
  's2c_invalid_msg.error_code': '1003: not logged in. 1009: the connection to the device’s cloud is lost. 1011: no heartbeat.',
  msg: 'Why, in words for developers.',
  online: 'Whether the device is online now.',
  passcode: 'Passcode of the device. The app does not read it.',
  mac: 'MAC address of the device. The app does not read it.',
};
