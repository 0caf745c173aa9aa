import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, listHistory, readLatest } from '../../src/core/device/api.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { httpResponse, type Reply } from '../helpers/fake-server.ts';
import { aCard, aLeaseOrder, aPage, aReport } from '../helpers/wire.ts';
import type { Terminal } from './terminal.ts';
import { answersWell } from './well-behaved-server.ts';

/** Answers every read as the contract defines it, except the device channel. */
export function answersEveryRead({ http }: Terminal, user: Reply<typeof getUser>): void {
  answersWell(http)
    .reply(getUser, user)
    .reply(listHistory, [])
    .reply(listShares, [])
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
    .reply(readLatest, aReport())
    .reply(enterPage, httpResponse({ status: 404 }))
    .reply(listCards, aPage(aCard()))
    .reply(listLeaseOrders, aPage(aLeaseOrder()));
}
