/** The part of WeChat's injected bridge that the adapters use. */
export interface WeixinJSBridge {
  invoke(name: string, parameters: Record<string, unknown>, answer: (result: Record<string, unknown>) => void): void;
}

/** The bridge; undefined until WeChat has injected it. */
export function wechatBridge(): WeixinJSBridge | undefined {
  return (globalThis as { WeixinJSBridge?: WeixinJSBridge }).WeixinJSBridge;
}

/** Whether the user agent is WeChat's. WeChat's script becomes ready only with this user agent. */
export function isWeChatBrowser(): boolean {
  return /micromessenger/i.test(navigator.userAgent);
}

/** Whether the page runs inside WeChat: the bridge is injected, or the user agent is WeChat's. */
export function isInsideWeChat(): boolean {
  return wechatBridge() !== undefined || isWeChatBrowser();
}

/** Resolves with the bridge once WeChat has injected it, or with undefined after `limitMs`. */
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
