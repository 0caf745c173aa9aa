import type { AbstractNewable } from 'inversify';
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { CameraScanner } from '../adapters/browser/camera-scanner.ts';
import { FallbackScanner } from '../adapters/browser/fallback-scanner.ts';
import { WebLocksMutex } from '../adapters/browser/web-locks-mutex.ts';
import { WeChatPaymentBridge } from '../adapters/browser/wechat-payment-bridge.ts';
import { WeChatScanner } from '../adapters/browser/wechat-scanner.ts';
import { WeChatSdk, type WeChatSignature } from '../adapters/browser/wechat-sdk.ts';
import { WeChatShareMenu } from '../adapters/browser/wechat-share-menu.ts';
import type { Presence } from '../adapters/presence.ts';
import { InMemoryMutex } from '../adapters/in-memory-mutex.ts';
import type { Beginning } from '../container/at-once.ts';
import { joinLater } from '../container/later.ts';
import type { Made } from '../container/made.ts';
import type { Configuration } from '../core/api/configuration.ts';
import { ScanDevice } from '../core/device/scan-device.ts';
import { RentDevice } from '../core/checkout/rent-device.ts';
import { ConfirmPayment } from '../core/checkout/confirm-payment.ts';
import { PayOrder } from '../core/checkout/pay-order.ts';
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
  const weixin = new WeChatSdk(() => signatureIn(session));
  const shareMenu = new WeChatShareMenu(weixin, () => frontDoor(configuration));
  void shareMenu.keepEntryPrivate();
  const container = joinLater(made, {
    bridge: new WeChatPaymentBridge({}, presence),
    scanner: new FallbackScanner(new WeChatScanner(weixin), new CameraScanner(viewfinder, decoderUrl)),
    shareMenu,
    mutex: new WebLocksMutex(new InMemoryMutex(clock)),
  });
  return {
    payOrder: container.get(PayOrder),
    confirmPayment: container.get(ConfirmPayment),
    rentDevice: container.get(RentDevice),
    scanDevice: container.get(ScanDevice),
    obtain: (which) => container.get(which as AbstractNewable<InstanceType<typeof which>>),
  };
}

function frontDoor({ values: { brand } }: Configuration): SharedLink {
  return { title: brand.name, description: brand.description, address: new URL('.', document.baseURI).href };
}

function signatureIn(session: Session): WeChatSignature | undefined {
  const { appId, timestamp, nonceStr, signature } = session.credentials();
  return appId && timestamp && nonceStr && signature ? { appId, timestamp, nonceStr, signature } : undefined;
}
