import type { IncomingMessage } from 'node:http';

const SCRIPT = '<script src="/__sandbox/weixin.js"></script>';

/** Whether this visit has WeChat in its page, and the cookie that remembers it where the address said so. */
export function weixinChoice(request: IncomingMessage, query: URLSearchParams): { present: boolean; cookie?: string } {
  const said = query.get('weixin');
  if (said === 'off') return { present: false, cookie: 'weixin=off; Path=/; SameSite=Lax' };
  if (said === 'on') return { present: true, cookie: 'weixin=; Path=/; SameSite=Lax; Max-Age=0' };
  const remembered = (request.headers.cookie ?? '').split(';').some((part) => part.trim() === 'weixin=off');
  return { present: !remembered };
}

/** Puts WeChat's script before everything else the page loads. */
export function withWeixin(html: string): string {
  const base = /<base\b[^>]*>/i.exec(html);
  const at = base ? base.index + base[0].length : html.search(/<head\b[^>]*>/i);
  if (at < 0) return SCRIPT + html;
  const end = base ? at : html.indexOf('>', at) + 1;
  return html.slice(0, end) + SCRIPT + html.slice(end);
}
