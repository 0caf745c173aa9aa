import type { TaughtAnswer } from '../../src/adapters/fake/fake-http.ts';
import { aCard, aCardOrder, aDevice, aLeaseOrder, aPage, aReport, done, durationPlans, online, usePlans } from '../helpers/wire.ts';
import type { Terminal } from './terminal.ts';

const WELL: Record<string, TaughtAnswer> = {
  '/device/device/list': done([aDevice()]),
  '/device/device/history/list': done([]),
  '/wallet/balance': aPage(aCard()),
  '/refund/page': aPage(),
  '/order/list': aPage(aLeaseOrder()),
  '/order/detail': done(aLeaseOrder()),
  '/wallet/list': aPage(aCardOrder()),
  '/order/check/device': done({ ownerId: 'shop-1', status: 'DEVICE_FREE' }),
  '/device/detail': online,
  '/device/real_time_data': aReport(),
  '/device/device/share/list': done([]),
  '/product/service/mode/get': durationPlans(),
  '/rechargeMode/get': usePlans(),
  '/device/intoDevicePage': { status: 404 },
};

/** The server answers every read as agreed, but that it has no device channel, and but for what is told here by path: who asks, at least. */
export function answersEveryRead({ http }: Terminal, told: Record<string, TaughtAnswer> & { '/user/get': TaughtAnswer }): void {
  for (const [path, answer] of Object.entries({ ...WELL, ...told })) http.answers(`/api${path}`, answer);
}
