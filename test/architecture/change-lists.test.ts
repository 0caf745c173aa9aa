import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changeListsOf, filesThatMention } from './change-lists.ts';

const document = readFileSync('CONTRIBUTING.md', 'utf8');
const lists = changeListsOf(document);
const filesOf = (heading: string) => lists.find((list) => list.heading === heading)?.files.toSorted();

/** The greatest numbers that the lists may allow. */
const GATES = {
  'Add a field to an order': 6,
  'Add a screen': 5,
  'Add a command': 2,
  'Add a payment bridge': 4,
  'Add a device channel': 3,
  'Add a language': 6,
};

/** A device has a field `mac` of its own, in these files. */
const MAC_OF_DEVICES = [
  'src/core/device/',
  'src/cli/commands/device/',
  'src/cli/commands/support/',
  'src/adapters/',
  'src/ui/parts/DevicePanel.tsx',
  'src/ui/copy/zh-CN/treatment.ts',
  'src/ui/copy/en/treatment.ts',
];

describe('the lists of files that a change touches', () => {
  test('CONTRIBUTING.md has a list for each of these changes, and no list allows more files than it may', () => {
    expect(Object.fromEntries(lists.map(({ heading, gate }) => [heading, gate]))).toEqual(GATES);
  });

  test.each(lists)('The files of the list "$heading" exist and are at most $gate', ({ gate, files }) => {
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(gate);
  });

  test('The field mac of an order occurs in the files of its list and in no other', () => {
    expect(filesThatMention(/\bmac\b/, ['src'], MAC_OF_DEVICES)).toEqual(filesOf('Add a field to an order'));
  });

  test('The screen RefundList occurs in the files of its list and in no other', () => {
    expect(filesThatMention(/RefundList\b|\brefundList\b/, ['src/ui'])).toEqual(filesOf('Add a screen'));
  });

  test('The command refund list occurs in the files of its list and in no other', () => {
    expect(filesThatMention(/\blistRefunds\b/, ['src/cli'])).toEqual(filesOf('Add a command'));
  });

  test('The payment bridge PaymentLinkBridge occurs in the files of its list and in no other', () => {
    expect(filesThatMention(/\bPaymentLinkBridge\b/, ['src', 'test'], ['test/architecture/'])).toEqual(
      filesOf('Add a payment bridge'),
    );
  });

  test('The device channel GizwitsDeviceChannel occurs in the files of its list and in no other of the app', () => {
    expect(filesThatMention(/\bGizwitsDeviceChannel\b/, ['src'])).toEqual(filesOf('Add a device channel'));
  });

  test('The language English occurs in the files of its list and in no other', () => {
    const english = filesThatMention(/'\.\/copy\/en\.ts'|English texts/, ['src/ui'], []);
    expect(english).toEqual(filesOf('Add a language'));
  });

  test('A list that lacks one of its files is found', () => {
    const changed = changeListsOf(document.replace('`src/core/order/stored.ts`:', 'stored:'));
    expect(changed[0]?.files).not.toEqual(lists[0]?.files);
    expect(filesThatMention(/\bmac\b/, ['src'], MAC_OF_DEVICES)).not.toEqual(changed[0]?.files.toSorted());
  });
});
