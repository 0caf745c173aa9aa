import { FIELDS } from './fields.ts';
import { isPartOf, RAW, type Sweep, type SweepOptions } from './sweep.ts';
import { type Command, run } from './terminal.ts';
import { type Case, casesOf, readingOf, type Source } from './variations.ts';
import { type Answers, WORLD } from './world.ts';

type Ran = Awaited<ReturnType<typeof run>>;

/** Exit code of a bug. */
const BROKEN = /"code":"internal"|internal error/i;

function wrongWith({ words: command }: Command, each: Case, { json, text }: Ran): string[] {
  const wrong: string[] = [];
  for (const { stdout, stderr } of [json, text]) {
    const raw = RAW.exec(stdout.replaceAll(/:null\b/g, '') + stderr.replaceAll(/:null\b/g, ''))?.[0];
    if (raw !== undefined) wrong.push(`shows ${raw}`);
    if (BROKEN.test(stderr)) wrong.push(`breaks: ${stderr.slice(0, 200)}`);
  }
  if (!each.isGone) return wrong;
  for (const [words, field, said, call, rests] of FIELDS) {
    if (words !== command || call !== each.call || !rests.split(' ').some((path) => isPartOf(path, each))) continue;
    if (field.test(json.stdout)) wrong.push(`JSON has ${String(field.exec(json.stdout)?.[0])}`);
    if (said.test(text.stdout)) wrong.push(`says ${String(said.exec(text.stdout)?.[0])}`);
  }
  return wrong;
}

/** Runs a command with every case of these calls; answers that the app reads alike are run once. */
export async function sweepCommand(
  command: Command,
  calls: readonly Source[],
  { guess = ({ wire }) => wire, only, usual }: SweepOptions<Ran> = {},
): Promise<Sweep> {
  let cases = 0;
  const findings: string[] = [];
  for (const call of calls) {
    const base = { ...WORLD, ...command.says }[call as keyof typeof WORLD];
    const seen = new Map<string, Promise<Ran>>();
    if (usual) seen.set(readingOf(call, base), Promise.resolve(usual));
    for (const each of casesOf(call, base)) {
      if (only !== undefined && each.path !== only) continue;
      cases += 1;
      const wire = guess(each);
      const key = wire === each.wire ? each.read : JSON.stringify(wire);
      const ran = seen.get(key) ?? run(command, { [call]: wire } as Answers);
      seen.set(key, ran);
      for (const wrong of wrongWith(command, each, await ran))
        findings.push(`physio ${command.words}: ${call} ${each.path || 'data'} ${each.how}: ${wrong}`);
    }
  }
  return { cases, findings: [...new Set(findings)] };
}
