import * as v from 'valibot';
import type { RECEIVED, SENT } from '../../src/adapters/gizwits/frames.ts';
import { contract } from '../../src/core/contract.ts';
import { callExamples } from './calls.ts';

type Frames = typeof SENT & typeof RECEIVED;
type FrameExamples = { [Cmd in keyof Frames]: Record<string, v.InferInput<Frames[Cmd]>> };

const ALL = {
  OnOff: 1,
  Function: 1,
  SubFunction: 1,
  Voltage: 6,
  Freq: 1,
  Wave: 1,
  Grade: 4,
  WortTime: 30,
  UseTime: 12,
};

/** Examples of every frame by `cmd` and name, with the device and the credentials of the example of `device.enterPage`. */
export function frameExamples(): FrameExamples {
  const [entered] = callExamples().get(contract.device.enterPage.name) ?? [];
  const {
    did,
    appId: appid,
    uid,
    token,
  } = v.parse(contract.device.enterPage.answer, (entered?.answer as { data?: unknown } | undefined)?.data);
  const mac = '8C147D02A5F1';
  return {
    login_req: {
      usual: {
        cmd: 'login_req',
        data: { appid, uid, token, p0_type: 'attrs_v4', heartbeat_interval: 60, auto_subscribe: false },
      },
    },
    subscribe_req: { usual: { cmd: 'subscribe_req', data: [{ did }] } },
    c2s_read: {
      usual: { cmd: 'c2s_read', data: { did } },
      numbered: { cmd: 'c2s_read', req_sn: 7, data: { did, names: ['OnOff', 'UseTime'] } },
    },
    c2s_write: { usual: { cmd: 'c2s_write', req_sn: 8, data: { did, attrs: { OnOff: 0 } } } },
    ping: { usual: { cmd: 'ping' } },
    login_res: {
      usual: { cmd: 'login_res', data: { success: true } },
      refused: { cmd: 'login_res', data: { success: false } },
    },
    subscribe_res: {
      usual: { cmd: 'subscribe_res', data: { success: [{ did }], failed: [] } },
      failed: {
        cmd: 'subscribe_res',
        data: { success: [], failed: [{ did, error_code: 1004, msg: 'no such device' }] },
      },
    },
    s2c_noti: {
      usual: { cmd: 's2c_noti', data: { did, attrs: ALL } },
      changed: { cmd: 's2c_noti', req_sn: 9, data: { did, attrs: { UseTime: 13 } } },
      answer: { cmd: 's2c_noti', res_sn: 7, data: { did, attrs: { OnOff: 1, UseTime: 13 } } },
    },
    s2c_online_status: {
      usual: { cmd: 's2c_online_status', data: { did, passcode: 'QWERTYUIOP', mac, online: false } },
      online: { cmd: 's2c_online_status', data: { did, passcode: 'QWERTYUIOP', mac, online: true } },
    },
    s2c_binding_changed: { usual: { cmd: 's2c_binding_changed', data: { did, bind: false } } },
    pong: { usual: { cmd: 'pong' } },
    s2c_invalid_msg: {
      usual: { cmd: 's2c_invalid_msg', data: { error_code: 1003, msg: 'please login first' } },
      connectionLost: {
        cmd: 's2c_invalid_msg',
        data: { error_code: 1009, msg: 'm2m socket closed, please login again' },
      },
      noHeartbeat: { cmd: 's2c_invalid_msg', data: { error_code: 1011, msg: 'No heartbeat!' } },
    },
    s2c_ack: { usual: { cmd: 's2c_ack', res_sn: 8, did } },
    c2s_ack: { usual: { cmd: 'c2s_ack', res_sn: 9, did } },
  };
}
