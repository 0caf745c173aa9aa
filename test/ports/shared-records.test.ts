import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileAppStorage } from '../../src/adapters/node/files/file-app-storage.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { CheckoutRecords } from '../../src/core/checkout/records/checkout-records.ts';
import { OrdersPlacedHere } from '../../src/core/checkout/orders-placed-here.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';
import { TreatmentLog } from '../../src/core/treatment/records/treatment-log.ts';
import { ofDevice } from '../../src/core/treatment/records/treatment-records.ts';
import { buildForNode } from '../../scripts/build-for-node.mjs';

const ROUNDS = 40;
const WRITERS = ['a', 'b', 'c'];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'physio-records-'));
  await buildForNode(process.cwd(), 'test/ports/fixtures/records-writer.ts', path.join(folder, 'built'), 'writer.mjs');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('Commands of one account that run at the same time lose no start and no order of each other', async () => {
  const directory = path.join(folder, 'account');
  const run = (name: string) =>
    new Promise((resolve) => {
      const words = [path.join(folder, 'built', 'writer.mjs'), directory, name, String(ROUNDS)];
      spawn(process.execPath, words, { stdio: 'inherit' }).once('exit', resolve);
    });
  expect(await Promise.all(WRITERS.map(run))).toEqual(WRITERS.map(() => 0));
  const clock = new SystemClock();
  const scope = new AccountScope(new FileAppStorage(directory));
  const written = WRITERS.flatMap((name) => Array.from({ length: ROUNDS }, (_, round) => `${name}${round}`));
  const placedHere = new OrdersPlacedHere(scope, clock);
  const { pendingStarts } = new TreatmentLog(scope, clock).records();
  const purchases = new CheckoutRecords(scope, clock).purchases();
  expect(written.filter((number) => ofDevice(pendingStarts, number) === undefined)).toEqual([]);
  expect(written.filter((number) => purchases.ofOrder({ number }) === undefined)).toEqual([]);
  expect(written.filter((number) => placedHere.forWhom(number) === 'unsaid')).toEqual([]);
});
