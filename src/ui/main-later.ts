import type { AbstractNewable } from 'inversify';
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { CameraScanner } from '../adapters/browser/camera-scanner.ts';
import { WeixinFirstScanner } from '../adapters/browser/weixin-first-scanner.ts';
import { WebTurns } from '../adapters/browser/web-turns.ts';
import { WeixinPaymentBridge } from '../adapters/browser/weixin-payment-bridge.ts';
import { WeixinScanner } from '../adapters/browser/weixin-scanner.ts';
import { WeixinSdk, type WeixinSignature } from '../adapters/browser/weixin-sdk.ts';
import { WeixinShareMenu } from '../adapters/browser/weixin-share-menu.ts';
import type { Presence } from '../adapters/presence.ts';
import { QueuedTurns } from '../adapters/queued-turns.ts';
import type { Beginning } from '../container/at-once.ts';
import { joinLater } from '../container/later.ts';
import type { Made } from '../container/made.ts';
import type { Configuration } from '../core/cloud/configuration.ts';
import { ScanDevice } from '../core/device/scan-device.ts';
import { RentDevice } from '../core/lease/rent-device.ts';
import { PayOrder } from '../core/payment/pay-order.ts';
import type { Session } from '../core/session/session.ts';
import type { SharedLink } from '../ports/share-menu.ts';
import type { Later, Surroundings } from './application.ts';
import type { ViewfinderStore } from './stores/viewfinder-store.ts';

interface AtOnce extends Pick<Beginning, 'configuration' | 'clock' | 'session'> {
  made: Made;
  presence: Presence;
  viewfinder: ViewfinderStore;
}

/** All of the core, and what the first screens ask on a tap. */
export interface JoinedLater extends Later {
  obtain: Surroundings['obtain'];
}

/** The second half of the composition root: what the screens after the first ask, on the browser's adapters. */
export function join({ made, configuration, clock, session, presence, viewfinder }: AtOnce): JoinedLater {
  const weixin = new WeixinSdk(() => signatureIn(session));
  const shareMenu = new WeixinShareMenu(weixin, () => frontDoor(configuration));
  void shareMenu.keepEntryPrivate();
  const container = joinLater(made, {
    bridge: new WeixinPaymentBridge({}, presence),
    scanner: new WeixinFirstScanner(new WeixinScanner(weixin), new CameraScanner(viewfinder, decoderUrl)),
    shareMenu,
    turns: new WebTurns(new QueuedTurns(clock)),
  });
  return {
    payOrder: container.get(PayOrder),
    rentDevice: container.get(RentDevice),
    scanDevice: container.get(ScanDevice),
    obtain: (which) => container.get(which as AbstractNewable<InstanceType<typeof which>>),
  };
}

function frontDoor({ values: { brand } }: Configuration): SharedLink {
  return { title: brand.name, description: brand.description, address: new URL('.', document.baseURI).href };
}

function signatureIn(session: Session): WeixinSignature | undefined {
  const { appId, timestamp, nonceStr, signature } = session.credentials();
  return appId && timestamp && nonceStr && signature ? { appId, timestamp, nonceStr, signature } : undefined;
}
