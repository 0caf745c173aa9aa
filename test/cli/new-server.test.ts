import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServices } from '../../src/cli/services.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { type NewServer, startNewServer } from '../helpers/new-server.ts';
import { Terminal } from './terminal.ts';

const text = readFileSync('docs/contract.md', 'utf8');
const blocksOf = (language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);
/** A command of the document, and what it prints, in parts: a line `…` stands for any lines between them. */
const steps = blocksOf('console').flatMap((block) =>
  block
    .split(/^\$ physio /m)
    .slice(1)
    .map((step) => {
      const [command = '', ...printed] = step.trimEnd().split('\n');
      return { command, printed: printed.join('\n') };
    }),
);

/** The right answer with one wrong field. */
const WRONG = {
  'device.listDevices': (rows: { sno: string }[]) => rows.map(({ sno, ...row }) => ({ ...row, deviceNo: sno })),
  'order.listLeaseOrders': (page: { records: object[] }) => ({
    ...page,
    records: page.records.map((row) => ({ ...row, payMoney: '19.90元' })),
  }),
  'device.enterPage': (page: object) => ({ ...page, uid: undefined }),
};

let server: NewServer;
let terminal: Terminal;
beforeAll(async () => {
  server = await startNewServer(WRONG);
  terminal = new Terminal(createServices);
  writeFileSync(path.join(terminal.home, 'token.txt'), 'token-of-a-tester', { mode: 0o600 });
});
afterAll(async () => {
  terminal.close();
  await server.close();
});

/** Without durations and the columns that they align, which differ from run to run. */
const masked = (printed: string) => printed.replaceAll(/ *\b\d+ ms/g, ' N ms').replaceAll(/ +$/gm, '');

test('The walk through docs/contract.md prints what the document says, from three wrong fields to a server that passes', async () => {
  const codes: number[] = [];
  for (const { command, printed } of steps) {
    const words = command.replaceAll(':8080', `:${server.port}`).split(' ');
    if (words[0] === 'doctor') words.push('--slow', '600000'); // a busy machine may be slower than the document's
    const { code, stdout, stderr } = await terminal.physio(words, { types: '', env: { NO_COLOR: '1' } });
    const real = masked((stdout + stderr).replaceAll(`:${server.port}`, ':8080').replaceAll(`${terminal.home}/`, ''));
    let rest = real;
    for (const part of masked(printed).split(/^…$\n?/m)) {
      expect({ command, printed: rest }).toEqual({ command, printed: expect.stringContaining(part) });
      rest = rest.slice(rest.indexOf(part) + part.length);
    }
    if (!printed.includes('…'))
      expect({ command, printed: real.trimEnd() }).toEqual({ command, printed: masked(printed) });
    codes.push(code);
    if (command === 'doctor --contract') for (const name of Object.keys(WRONG)) server.wrong.delete(name);
  }
  expect(steps.map(({ command }, index) => [command, codes[index]])).toEqual([
    ['login --api http://127.0.0.1:8080/api --token-file token.txt', 0],
    ['doctor --contract', 1],
    ['doctor --contract', 0],
    ['doctor --report findings.md', 0],
  ]);
});

test('The configuration in docs/contract.md is valid, and every setting in it is known', () => {
  const [file = ''] = blocksOf('json');
  const configuration = JSON.parse(file) as Record<string, unknown>;
  expect(Configuration.unknownIn(configuration)).toEqual([]);
  expect(Configuration.from(configuration).values.endpoints['wallet.listCards']).toEqual({ path: '/v2/cards' });
});
