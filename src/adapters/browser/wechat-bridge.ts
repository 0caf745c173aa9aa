/** What WeChat puts into the page, as far as it is called here. */
export interface WeixinJSBridge {
  invoke(name: string, parameters: Record<string, unknown>, answer: (result: Record<string, unknown>) => void): void;
}

/** The bridge, where it is there already. */
export function wechatBridge(): WeixinJSBridge | undefined {
  return (globalThis as { WeixinJSBridge?: WeixinJSBridge }).WeixinJSBridge;
}

/** True where the page says it is WeChat's; its script wakes up nowhere else. */
export function isWeChatBrowser(): boolean {
  return /micromessenger/i.test(navigator.userAgent);
}

/** True in a page that WeChat shows: its bridge is there, or will be. */
export function isInsideWeChat(): boolean {
  return wechatBridge() !== undefined || isWeChatBrowser();
}

/** The bridge as soon as it is there, undefined where it does not come within `limitMs`. */
export function awaitWeChatBridge(limitMs: number): Promise<WeixinJSBridge | undefined> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      document.removeEventListener('WeixinJSBridgeReady', settle);
      resolve(wechatBridge());
    };
    const timer = setTimeout(settle, limitMs);
    document.addEventListener('WeixinJSBridgeReady', settle);
    if (wechatBridge()) settle();
  });
}
