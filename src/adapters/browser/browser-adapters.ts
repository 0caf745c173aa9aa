import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { PaymentBridge } from '../../ports/payment-bridge.ts';
import type { Scanner } from '../../ports/scanner.ts';
import type { SharedLink, ShareMenu } from '../../ports/share-menu.ts';
import type { Presence } from '../presence.ts';
import { CameraScanner } from './camera-scanner.ts';
import type { Viewfinder } from './viewfinder.ts';
import { FallbackScanner } from './fallback-scanner.ts';
import { WeChatPaymentBridge } from './wechat-payment-bridge.ts';
import { WeChatScanner } from './wechat-scanner.ts';
import { WeChatSdk, type WeChatSignature } from './wechat-sdk.ts';
import { WeChatShareMenu } from './wechat-share-menu.ts';

interface BrowserAdapterOptions {
  presence: Presence;
  viewfinder: Viewfinder;
  /** The signature in the entry link; undefined if the link has none. */
  signature: () => WeChatSignature | undefined;
  /** The link that the WeChat menu shares on screens without a link of their own. */
  entryLink: () => SharedLink;
}

/** The adapters for payment, scanning and sharing. The page loads them after the first screen. */
export function browserAdapters({ presence, viewfinder, signature, entryLink }: BrowserAdapterOptions): {
  bridge: PaymentBridge;
  scanner: Scanner;
  shareMenu: ShareMenu;
} {
  const weixin = new WeChatSdk(signature);
  const shareMenu = new WeChatShareMenu(weixin, entryLink);
  void shareMenu.keepEntryPrivate();
  return {
    bridge: new WeChatPaymentBridge({}, presence),
    scanner: new FallbackScanner(new WeChatScanner(weixin), new CameraScanner(viewfinder, decoderUrl)),
    shareMenu,
  };
}
