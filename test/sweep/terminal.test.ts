import { afterAll, expect, test } from 'vitest';
import { COMMANDS, FIELDS } from './fields.ts';
import { sweepCommand } from './sweep-command.ts';
import { run } from './terminal.ts';
import { type SweptCall, WORLD } from './world.ts';
let total = 0;
afterAll(() => void process.stdout.write(`The sweep of the command line has ${total} cases.\n`));

test.each(COMMANDS)('physio $words says nothing that rests on a fact that is gone, and works', async (command) => {
  const usual = await run(command);
  const { json, text, called } = usual;
  const silent = FIELDS.filter(([words, field]) => words === command.words && !field.test(json.stdout));
  expect([silent.map(([, field]) => field), json.stdout]).toEqual([[], json.stdout]);
  const unsaid = FIELDS.filter(
    ([words, , said]) => words === command.words && said.source !== '(?!)' && !said.test(text.stdout),
  );
  expect([unsaid.map(([, , said]) => said), text.stdout]).toEqual([[], text.stdout]);
  const { cases, findings } = await sweepCommand(
    command,
    [...new Set(called)].filter((call): call is SweptCall => call in WORLD),
    { usual },
  );
  total += cases;
  expect(findings).toEqual([]);
});
