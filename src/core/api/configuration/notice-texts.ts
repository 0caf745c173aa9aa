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

type Written = Notice['title'] | Notice['items'] | Notice['confirm'];

/** The parts of a notice that the operator has written in the other language only. */
export function partsMissingIn(language: PageLanguage, { title, items, confirm }: Notice): string[] {
  const parts: [string, Written][] = [
    ['title', title],
    ['items', items],
    ['confirm', confirm],
  ];
  return parts.flatMap(([name, texts]) => (texts === undefined || isIn(language, texts) ? [] : [name]));
}

/** True if the texts are named as, or look like, texts in the language. */
function isIn(language: PageLanguage, texts: NonNullable<Written>): boolean {
  if (typeof texts === 'string' || Array.isArray(texts))
    return CHINESE.test([texts].flat().join('')) === (language === 'zh-CN');
  return texts[language] !== undefined;
}

/** Returns the texts of a notice in the language of the page, or in the other one if there are no others. The schema demands one of the two. */
export function noticeIn({ title, items, confirm }: Notice, language: PageLanguage): NoticeTexts {
  const other = language === 'en' ? 'zh-CN' : 'en';
  const of = <Text>(texts: { 'zh-CN'?: Text; en?: Text }) => texts[language] ?? texts[other];
  return {
    title: (typeof title === 'string' ? title : of(title)) ?? '',
    items: (Array.isArray(items) ? items : of(items)) ?? [],
    confirm: typeof confirm === 'object' ? of(confirm) : confirm,
    isInLanguage: isIn(language, items),
  };
}
