import type { ConfigurationValues } from './configuration.ts';

type Notice = NonNullable<ConfigurationValues['notice']>;

/** The languages of the page. */
export type PageLanguage = 'zh-CN' | 'en';

/** The texts of a notice in one language. */
export interface NoticeTexts {
  title: string;
  items: readonly string[];
  confirm?: string | undefined;
  /** False if the operator has written them in the other language only. */
  isInLanguage: boolean;
}

const CHINESE = /\p{Script=Han}/u;

/** Returns the texts of a notice in the language of the page, or in the other one if there are no others. */
export function noticeIn({ title, items, confirm }: Notice, language: PageLanguage): NoticeTexts {
  const other = language === 'en' ? 'zh-CN' : 'en';
  const of = <Text>(texts: { 'zh-CN'?: Text; en?: Text }) => texts[language] ?? texts[other];
  const isUnnamed = Array.isArray(items);
  const shown = (isUnnamed ? items : of(items)) ?? [];
  return {
    title: (typeof title === 'string' ? title : of(title)) ?? '',
    items: shown,
    confirm: typeof confirm === 'object' ? of(confirm) : confirm,
    isInLanguage: isUnnamed ? CHINESE.test(shown.join('')) === (language === 'zh-CN') : items[language] !== undefined,
  };
}
