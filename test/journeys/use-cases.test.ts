import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withPart } from '../architecture/written-part.ts';
import { listOf, TakenTransitions } from '../model/taken.ts';
import { UseCasesPerson } from './use-cases-person.ts';
import { testJourneys } from './walk.ts';

const taken = new TakenTransitions();
let stopWatching = () => {};
beforeAll(() => (stopWatching = taken.watch()));
afterAll(() => stopWatching());

testJourneys('use-cases', { page: false, isConcurrent: true }, async (world) => new UseCasesPerson(world));

test('docs/reliability.md names the transitions that no journey takes', async () => {
  expect(taken.unnamed()).toEqual([]);
  const document = readFileSync('docs/reliability.md', 'utf8');
  await expect(
    withPart(document, 'list of transitions that no journey takes', listOf(taken.untaken())),
  ).toMatchFileSnapshot('../../docs/reliability.md');
});
