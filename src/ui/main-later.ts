import type { Container } from 'inversify';
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { CameraScanner } from '../adapters/browser/camera-scanner.ts';
import { openPageSocket } from '../adapters/browser/page-socket.ts';
import { WeixinFirstScanner } from '../adapters/browser/weixin-first-scanner.ts';
import { WebTurns } from '../adapters/browser/web-turns.ts';
import { WeixinPaymentBridge } from '../adapters/browser/weixin-payment-bridge.ts';
import { WeixinScanner } from '../adapters/browser/weixin-scanner.ts';
import { WeixinSdk, type WeixinSignature } from '../adapters/browser/weixin-sdk.ts';
import { WeixinShareMenu } from '../adapters/browser/weixin-share-menu.ts';
import { GizwitsDeviceChannel } from '../adapters/gizwits-device-channel.ts';
import type { Presence } from '../adapters/presence.ts';
import { QueuedTurns } from '../adapters/queued-turns.ts';
import { joinLater } from '../container/later.ts';
import type { Configuration } from '../core/cloud/configuration.ts';
import { ScanDevice } from '../core/device/scan-device.ts';
import { RentDevice } from '../core/lease/rent-device.ts';
import { PayOrder } from '../core/payment/pay-order.ts';
import { Session } from '../core/session/session.ts';
import type { Clock } from '../ports/clock.ts';
import type { SharedLink } from '../ports/share-menu.ts';
import type { Later } from './application.ts';
import type { ViewfinderStore } from './stores/viewfinder-store.ts';

interface AtOnce {
  container: Container;
  configuration: Configuration;
  clock: Clock;
  presence: Presence;
  viewfinder: ViewfinderStore;
}

/** The second half of the composition root: what the screens after the first ask, on the browser's adapters. */
export function join({ container, configuration, clock, presence, viewfinder }: AtOnce): Later {
  const weixin = new WeixinSdk(() => signatureIn(container.get(Session)));
  const shareMenu = new WeixinShareMenu(weixin, () => frontDoor(configuration));
  void shareMenu.keepEntryPrivate();
  joinLater(container, {
    channel: new GizwitsDeviceChannel({ openSocket: openPageSocket, secure: window.location.protocol !== 'http:', presence }),
    bridge: new WeixinPaymentBridge({}, presence),
    scanner: new WeixinFirstScanner(new WeixinScanner(weixin), new CameraScanner(viewfinder, decoderUrl)),
    shareMenu,
    turns: new WebTurns(new QueuedTurns(clock)),
  });
  return { payOrder: container.get(PayOrder), rentDevice: container.get(RentDevice), scanDevice: container.get(ScanDevice) };
}

function frontDoor({ values: { brand } }: Configuration): SharedLink {
  return { title: brand.name, description: brand.description, address: new URL('.', document.baseURI).href };
}

function signatureIn(session: Session): WeixinSignature | undefined {
  const { appId, timestamp, nonceStr, signature } = session.credentials();
  return appId && timestamp && nonceStr && signature ? { appId, timestamp, nonceStr, signature } : undefined;
}
