import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  groupedPhone,
  isPhoneLike,
  isSamePhone,
  mayBePhone,
  maskedNumber,
  maskPhones,
  phoneNumber,
  phoneText,
} from '../../src/core/basics/phone.ts';

describe('phone numbers', () => {
  test.each([
    ['+86 138 0000 0003', '13800000003'],
    ['8613800000003', '13800000003'],
    ['138-0000-0003', '13800000003'],
    ['86', '86'],
    ['+86 138', '138'],
    ['  +  86 138', '138'],
    ['86138', '86138'],
    ['86138000000', '86138000000'],
    ['1386138000000', '1386138000000'],
    ['138+860000003', '138860000003'],
    ['+1 415 555 0100', '+14155550100'],
    [' + 1 (4155550100', '+14155550100'],
    ['+(86) 138 0000 0003', '13800000003'],
    ['+852 5123 4567', '85251234567'],
    ['0086 138 0000 0003', '13800000003'],
    ['00852 5123 4567', '85251234567'],
    ['001 381 234 5678', '+13812345678'],
    ['１３８ ００００　０００３', '13800000003'],
    ['＋８６－138-0000-0003', '13800000003'],
    ['\u202d138\u200b00000003\u202c', '13800000003'],
    ['00', '00'],
    ['', ''],
  ])('A phone number typed as %j is sent as %j', (typed, number) => {
    expect(phoneNumber(typed)).toBe(number);
  });

  test('A phone number with a digit too many does not become another number', () => {
    expect(phoneNumber('138000000034')).toBe('138000000034');
    expect(phoneText('138000000034')).toBe('138000000034');
  });

  test.each([
    ['+', '+'],
    ['+1 415', '+1415'],
    ['+1 415 555 0100', '+14155550100'],
    ['+44 7911 123456', '+447911123456'],
    ['+86', ''],
    ['+86 138 0', '138 0'],
    ['00', '00'],
    ['0086', ''],
    ['0086 138 0000 0003', '138 0000 0003'],
    ['00852 5123 4567', '+85251234567'],
    ['１３８０', '138 0'],
  ])('A number typed as %j stands as %j in its field: only China’s is shown without its country', (typed, shown) => {
    expect(groupedPhone(typed)).toBe(shown);
  });

  test.each([
    ['13800000003', '138 0000 0003'],
    ['+8613800000003', '138 0000 0003'],
    ['1380', '1380'],
    ['138****0003', '138****0003'],
    ['+14155550100', '+14155550100'],
  ])('The server’s phone number %s is shown as %s', (mobile, shown) => {
    expect(phoneText(mobile)).toBe(shown);
  });

  test.each([
    ['13800000003', '+86 138 0000 0003', true],
    ['13800000003', '13800000004', false],
    ['', '', false],
    ['138****0003', '1380003', false],
    ['138****0003', '138****0003', false],
    ['+14155550100', '14155550100', false],
    ['+1 415 555 0100', '+14155550100', true],
    ['008613800000003', '13800000003', true],
  ])('The numbers %j and %j count as the same phone: %s', (one, other, same) => {
    expect(isSamePhone(one, other)).toBe(same);
  });

  test.each([
    ['13800000003', '+86 138 0000 0003', true],
    ['138****0003', '13800000003', true],
    ['0086138****0003', '13800000003', true],
    ['+86 138 **** 0003', '138-0000-0003', true],
    ['138****0003', '138****0003', true],
    ['138***0003', '138****0003', true],
    ['138****0003', '1380003', false],
    ['138****0003', '13800000004', false],
    ['138****0003', '139****0003', false],
    ['138****0003', '', false],
    ['+14155550100', '14155550100', false],
    ['+14155550100', '+141****0100', true],
    ['+14155550100', '141****0100', true],
    ['', '', false],
  ])('The numbers %j and %j may be one phone: %s', (one, other, may) => {
    expect([mayBePhone(one, other), mayBePhone(other, one)]).toEqual([may, may]);
  });

  test.each([
    ['138 0000-0003', true],
    [' +86 13800000003 ', true],
    ['＋８６　１３８００００－０００３', true],
    ['028-8100', true],
    ['+', false],
    ['', false],
    ['-138', false],
    ['13800000003x', false],
  ])('The text %j is accepted as a phone number: %s', (typed, can) => {
    expect(isPhoneLike(typed)).toBe(can);
  });

  test('A typed phone number is grouped as 3-4-4 digits and accepts no further digit', () => {
    expect(['13800000003', '1380', '138000000034', '0 049'].map(groupedPhone)).toEqual([
      '138 0000 0003',
      '138 0',
      '138 0000 0003',
      '+49',
    ]);
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const grouped = groupedPhone(typed);
        expect(groupedPhone(grouped)).toBe(grouped);
        const isChinese = !grouped.startsWith('+');
        if (isChinese) expect(grouped).toMatch(/^(\d{1,3}|\d{3} \d{1,4}|\d{3} \d{4} \d{1,4})?$/);
        expect(phoneNumber(grouped)).toBe(isChinese ? phoneNumber(typed).slice(0, 11) : phoneNumber(typed));
      }),
    );
  });

  test.each([
    ['call 13812345678 now', 'call 138****5678 now'],
    ['138 1234 5678', '138****5678'],
    ['138-1234-5678', '138****5678'],
    ['+8613812345678 and 13912345678', '+86138****5678 and 139****5678'],
    ['+4915123456789 and 13912345678', '+491****6789 and 139****5678'],
    ['12812345678', '12812345678'],
    ['1381234567', '1381234567'],
  ])('The phone number in the text %j is masked: %j', (text, masked) => {
    expect(maskPhones(text)).toBe(masked);
  });

  test.each([
    ['Hong Kong', 'call +852 5123 4567 please', '5123 4567'],
    ['Hong Kong without a plus', 'call 85251234567', '85251234567'],
    ['Hong Kong in groups', 'call 5123 4567', '5123 4567'],
    ['a landline', '请拨0571-88886666', '88886666'],
    ['a landline in brackets', '(0571) 88886666', '88886666'],
    ['the United States', 'or 415-555-0100', '555-0100'],
    ['the United States with its code', '+1 (415) 555-0100', '555-0100'],
    ['the United Kingdom', '+44 20 7946 0958', '7946'],
    ['Taiwan', '886 912 345 678', '912 345 678'],
    ['an international prefix', '0044 20 7946 0958', '7946'],
  ])('A phone number of %s in a text is masked: %j', (_, text, whole) => {
    expect(maskPhones(text)).not.toContain(whole);
    expect(maskPhones(text)).toContain('****');
  });

  test.each([
    ['+852 5123 4567 0571-88886666', '88886666'],
    ['+852 5123 4567 0571 88886666', '88886666'],
    ['+85251234567 61234567', '61234567'],
    ['+1 415 555 0100 415 555 0199', '555 0199'],
    ['+44 20 7946 0958, 13812345678', '13812345678'],
    ['0044 20 7946 0958 0571 88886666', '88886666'],
  ])('Of two phone numbers side by side, the second is masked as well: %j', (text, second) => {
    const masked = maskPhones(text);
    expect([masked.includes('****'), masked.includes(second), /\d{8}/.test(masked)]).toEqual([true, false, false]);
  });

  test('A phone number at the end of a line does not take digits of the next line with it', () => {
    expect(maskPhones('+852 5123 4567\n30 min')).toBe('+852****4567\n30 min');
  });

  test.each([
    '2026-03-01 08:00:05 +08:00',
    '2026-03-01T08:00:05.000Z',
    'PL10001 30 min, 11000 V',
    '127.0.0.1:5180',
    '1.0.0+20260301',
    'ZL20260301123456',
    '49.00 of 168',
  ])('The text %j has no phone number and stays', (text) => {
    expect(maskPhones(text)).toBe(text);
  });

  test.each([
    ['13812345678', '138****5678'],
    ['+86 138 1234 5678', '+86 138****5678'],
    ['85251234567', '852****4567'],
    ['0571-88886666', '057****6666'],
    ['+1 415 555 0100', '+141****0100'],
    ['+49 151 23456789', '+491****6789'],
    ['13800000001 / 0571-88886666', '138****6666'],
    ['51234567', '****67'],
    ['512345678', '512****78'],
    ['10086', '****86'],
    ['110', '****'],
    ['138****5678', '138****5678'],
    ['', ''],
  ])('The phone number %j is masked as %j', (number, masked) => {
    expect(maskedNumber(number)).toBe(masked);
  });
});
