import type { IncomingMessage } from 'node:http';

const WITH_WEIXIN = '<script src="/__sandbox/weixin.js"></script>';
const WITHOUT = '<script src="/__sandbox/clock.js"></script>';

/** Whether this page contains the simulated WeChat, and the cookie that stores the choice if the address made one. */
export function weixinChoice(request: IncomingMessage, query: URLSearchParams): { present: boolean; cookie?: string } {
  const said = query.get('weixin');
  if (said === 'off') return { present: false, cookie: 'weixin=off; Path=/; SameSite=Lax' };
  if (said === 'on') return { present: true, cookie: 'weixin=; Path=/; SameSite=Lax; Max-Age=0' };
  const remembered = (request.headers.cookie ?? '').split(';').some((part) => part.trim() === 'weixin=off');
  return { present: !remembered };
}

/** Inserts the simulation script, with or without WeChat, before all other files of the page. */
export function onPhone(html: string, weixin: boolean): string {
  const script = weixin ? WITH_WEIXIN : WITHOUT;
  const base = /<base\b[^>]*>/i.exec(html);
  const at = base ? base.index + base[0].length : html.search(/<head\b[^>]*>/i);
  if (at < 0) return script + html;
  const end = base ? at : html.indexOf('>', at) + 1;
  return html.slice(0, end) + script + html.slice(end);
}
