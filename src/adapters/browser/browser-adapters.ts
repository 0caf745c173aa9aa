import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Clock } from '../../ports/clock.ts';
import type { SharedLink } from '../../ports/share-menu.ts';
import { GizwitsDeviceChannel } from '../gizwits/device-channel.ts';
import { InMemoryMutex } from '../in-memory-mutex.ts';
import type { Presence } from '../gizwits/options.ts';
import { CameraScanner } from './camera/camera-scanner.ts';
import { FallbackScanner } from './camera/fallback-scanner.ts';
import type { Viewfinder } from './camera/viewfinder.ts';
import { WebLocksMutex } from './web-locks-mutex.ts';
import { WeChatPaymentBridge } from './wechat/wechat-payment-bridge.ts';
import { WeChatScanner } from './wechat/wechat-scanner.ts';
import { WeChatSdk, type WeChatSignature } from './wechat/wechat-sdk.ts';
import { WeChatShareMenu } from './wechat/wechat-share-menu.ts';

interface BrowserAdapterOptions {
  clock: Clock;
  presence: Presence;
  viewfinder: Viewfinder;
  /** The signature in the entry link; undefined if the link has none. */
  signature: () => WeChatSignature | undefined;
  /** The link that the WeChat menu shares on screens without a link of their own. */
  entryLink: () => SharedLink;
}

/** The adapters for devices, payment, scanning and sharing in a browser, and among the pages of this phone. */
export function browserAdapters({ clock, presence, viewfinder, signature, entryLink }: BrowserAdapterOptions) {
  const weixin = new WeChatSdk(signature);
  return {
    channel: new GizwitsDeviceChannel({
      openSocket: (url) => new WebSocket(url),
      // A secure page may open no other connection.
      secure: window.location.protocol !== 'http:',
      presence,
    }),
    // A browser without the Web Locks API excludes only what this page itself does.
    mutex: new WebLocksMutex(new InMemoryMutex(clock)),
    bridge: new WeChatPaymentBridge({}, presence),
    scanner: new FallbackScanner(new WeChatScanner(weixin), new CameraScanner(viewfinder, decoderUrl)),
    shareMenu: new WeChatShareMenu(weixin, entryLink),
  };
}
