import type { IncomingMessage } from 'node:http';

/** The language of the demo operator's own words: its name, its notice and its pages. */
export type DemoLanguage = 'zh-CN' | 'en';

/**
 * The language that `?lang=` of a document asks for, with the cookie that keeps it for the configuration and for later
 * documents; without it, the language of the cookie, else `configured`.
 */
export function demoLanguage(
  { headers }: IncomingMessage,
  query: URLSearchParams,
  configured: DemoLanguage = 'zh-CN',
): { language: DemoLanguage; cookie?: string } {
  const asked = query.get('lang');
  if (asked === 'en' || asked === 'zh-CN') return { language: asked, cookie: `lang=${asked}; Path=/; SameSite=Lax` };
  const kept = /(?:^|;\s*)lang=(en|zh-CN)(?=;|$)/.exec(headers.cookie ?? '')?.[1];
  return { language: (kept as DemoLanguage | undefined) ?? configured };
}
