import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { faultsOf, FLOW_GATES, flowsOf } from './data-flows.ts';

const document = readFileSync('docs/architecture.md', 'utf8');
const flows = flowsOf(document);
const gates = Object.entries(FLOW_GATES);
const ENDS = {
  Pay: ['src/ui/screens/Lease.tsx', 'src/adapters/fetch-http.ts'],
  'Unknown payment': ['src/ui/parts/StatusBars.tsx', 'src/ui/parts/PaymentBanner.tsx'],
  Start: ['src/ui/screens/ModeMenu.tsx', 'src/adapters/fetch-http.ts'],
  'Push to pixels': ['src/adapters/gizwits-session.ts', 'src/core/treatment/progress.ts'],
  'Device check': ['src/cli/physio.ts', 'src/cli/exit-codes.ts'],
  'Page start': ['index.html', 'src/ui/screens/Entry.tsx'],
};

describe('the flows of the architecture', () => {
  test.each(gates)('The files of the flow "%s" exist, lead to one another and are at most %i', (name, gate) => {
    expect(faultsOf(flows.get(name) ?? [], gate, name === 'Push to pixels')).toEqual([]);
  });

  test.each(Object.entries(ENDS))('The flow "%s" begins and ends where its text says', (name, ends) => {
    const files = flows.get(name) ?? [];
    expect([files[0], files.at(-1)]).toEqual(ends);
  });

  test.each([
    ['does not exist', 'src/core/checkout/planted.ts', 'src/core/checkout/planted.ts does not exist'],
    ['is unrelated', 'src/ui/parts/Wheel.tsx', 'nothing before src/ui/parts/Wheel.tsx leads to it'],
    [
      'only a root imports',
      'src/ui/parts/use-large-type.ts',
      'nothing before src/ui/parts/use-large-type.ts leads to it',
    ],
    ['occurs twice', 'src/ui/screens/Lease.tsx', 'src/ui/screens/Lease.tsx occurs twice'],
  ])('A file that %s is found in the flow of a payment', (_, planted, fault) => {
    const changed = document.replace(
      '`src/core/checkout/rent-device.ts`',
      `\`src/core/checkout/rent-device.ts\` → \`${planted}\``,
    );
    expect(faultsOf(flowsOf(changed).get('Pay') ?? [], 99)).toEqual([fault]);
  });

  test('A flow with more files than its gate is found', () => {
    const files = flows.get('Page start') ?? [];
    expect(faultsOf(files, files.length - 1)).toEqual([`${files.length} files are more than ${files.length - 1}`]);
  });

  test('A document without one of the flows is refused', () => {
    expect(() => flowsOf(document.replace('### Pay\n', '### Payment\n'))).toThrow('no flow Pay');
  });
});
