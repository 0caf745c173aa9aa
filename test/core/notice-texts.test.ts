import { expect, test } from 'vitest';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { noticeIn } from '../../src/core/api/configuration/notice-texts.ts';

const noticeOf = (texts: object) => {
  const { notice } = Configuration.from({ apiBase: '/api', notice: { version: '1', ...texts } }).values;
  return notice!;
};

test('A notice in Chinese alone is shown to English readers as it is, and is known not to be in English', () => {
  const notice = noticeOf({ title: '须知', items: ['孕妇请勿使用。'] });
  expect(noticeIn(notice, 'en')).toMatchObject({ title: '须知', items: ['孕妇请勿使用。'], isInLanguage: false });
  expect(noticeIn(notice, 'zh-CN').isInLanguage).toBe(true);
});

test('Each text of a notice is taken in the language of the page, and in the other one where there is none', () => {
  const notice = noticeOf({
    title: { 'zh-CN': '须知', en: 'Before you start' },
    items: { 'zh-CN': ['孕妇请勿使用。'], en: ['Not while pregnant.'] },
    confirm: { 'zh-CN': '我明白' },
  });
  expect(noticeIn(notice, 'en')).toEqual({
    title: 'Before you start',
    items: ['Not while pregnant.'],
    confirm: '我明白',
    isInLanguage: true,
  });
});

test('A notice that names its languages is in the language of the page whatever signs its texts contain', () => {
  const items = { 'zh-CN': ['Quantum'], en: ['Ask the staff (店员) first.'] };
  const notice = noticeOf({ title: '须知', items });
  expect(noticeIn(notice, 'en')).toMatchObject({ items: items.en, isInLanguage: true });
  expect(noticeIn(notice, 'zh-CN')).toMatchObject({ items: items['zh-CN'], isInLanguage: true });
  expect(noticeIn(noticeOf({ title: '须知', items: { en: items.en } }), 'zh-CN').isInLanguage).toBe(false);
});

test('A misspelt field of a notice is named as an unknown one', () => {
  expect(
    Configuration.unknownIn({ apiBase: '/api', notice: { version: '1', title: '须知', items: [], extra: 1 } }),
  ).toEqual(['notice.extra']);
});
