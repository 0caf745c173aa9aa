import { getUser, sendCode, updatePhone } from './account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, listHistory, readLatest } from './device/api.ts';
import * as feedback from './feedback/api.ts';
import * as lease from './lease/api.ts';
import * as order from './order/api.ts';
import * as payment from './checkout/api.ts';
import * as share from './share/api.ts';
import * as treatment from './treatment/api.ts';
import * as wallet from './wallet/api.ts';

/** The whole server contract: every call, grouped by capability. */
export const contract = {
  account: { getUser, sendCode, updatePhone },
  device: { listDevices, listHistory, checkDevice, getDetail, enterPage, readLatest },
  share,
  wallet,
  order,
  lease,
  payment,
  treatment,
  feedback,
};
