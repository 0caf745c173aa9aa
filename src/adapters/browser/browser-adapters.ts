import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Clock } from '../../ports/clock.ts';
import type { PaymentBridge } from '../../ports/payment-bridge.ts';
import type { Scanner } from '../../ports/scanner.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';
import type { Mutex } from '../../ports/mutex.ts';
import type { Presence } from '../presence.ts';
import { InMemoryMutex } from '../in-memory-mutex.ts';
import { CameraScanner } from './camera-scanner.ts';
import type { Viewfinder } from './viewfinder.ts';
import { WebLocksMutex } from './web-locks-mutex.ts';
import { FallbackScanner } from './fallback-scanner.ts';
import { WeChatPaymentBridge } from './wechat-payment-bridge.ts';
import { WeChatScanner } from './wechat-scanner.ts';
import { WeChatSdk, type WeChatSignature } from './wechat-sdk.ts';
import { WeChatShareMenu } from './wechat-share-menu.ts';

interface BrowserAdapterOptions {
  clock: Clock;
  presence: Presence;
  viewfinder: Viewfinder;
  /** The signature of the entry link; undefined where it has none. */
  signature: () => WeChatSignature | undefined;
  /** What the WeChat menu shares of a screen that shares nothing itself. */
  entryLink: () => SharedLink;
}

/** The adapters that pay, scan and share; the page loads them after the first screen. */
export function browserAdapters({ clock, presence, viewfinder, signature, entryLink }: BrowserAdapterOptions): {
  bridge: PaymentBridge;
  scanner: Scanner;
  shareMenu: ShareMenu;
  mutex: Mutex;
} {
  const weixin = new WeChatSdk(signature);
  const shareMenu = new WeChatShareMenu(weixin, entryLink);
  void shareMenu.keepEntryPrivate();
  return {
    bridge: new WeChatPaymentBridge({}, presence),
    scanner: new FallbackScanner(new WeChatScanner(weixin), new CameraScanner(viewfinder, decoderUrl)),
    shareMenu,
    mutex: new WebLocksMutex(new InMemoryMutex(clock)),
  };
}
