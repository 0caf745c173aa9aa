import type { PlannedCall } from '../../ports/http.ts';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../words/exit-codes.ts';
import type { Output } from '../output/output.ts';
import { maskPhonesOnly } from '../words/phone.ts';
import type { Action } from './register-action.ts';
import { safeJson } from '../words/text.ts';

/** The fields that a dry run adds to those of its command. */
const DRY_RUN_FIELDS = ['dryRun', 'calls'];

/** A command's action with `--dry-run`: it runs up to its first call that changes something, and prints this call instead. */
export function withDryRun<Parsed extends unknown[]>({ run, fields }: Action<Parsed>): Action<Parsed> {
  return {
    fields: [...fields, ...DRY_RUN_FIELDS],
    run: (context, ...parsed) => {
      if (isDryRun(parsed)) return rehearse(context, () => run(context, ...parsed));
      context.output.omitFields(DRY_RUN_FIELDS);
      return run(context, ...parsed);
    },
  };
}

/** Commander passes the options before the command, which is last. */
function isDryRun(parsed: readonly unknown[]): boolean {
  const options = parsed.at(-2);
  return typeof options === 'object' && options !== null && 'dryRun' in options && options.dryRun === true;
}

async function rehearse(context: Context, run: () => Promise<ExitCode>): Promise<ExitCode> {
  const { output } = context;
  const none = { dryRun: true, calls: [] };
  output.extendRecords(none, 'Dry run: there is nothing to send.');
  const reached = new Promise<PlannedCall>((resolve) => {
    context.beginDryRun((call) => resolve(call));
  });
  const ended = await Promise.race([run(), reached]);
  if (typeof ended === 'number') return ended;
  const call = masked(ended, output);
  output.extendRecords({ dryRun: true, calls: [call] }, 'Dry run: nothing was sent. A real run would send:');
  await output.record({}, [`${call.method} ${call.path}`, safeJson(call.body)]);
  return EXIT.done;
}

/** The call with every phone number masked, unless --show-phones is given. */
function masked({ method, path, body }: PlannedCall, output: Output): PlannedCall {
  const mask = (value: unknown, field?: string): unknown => {
    if (typeof value === 'string') return output.showsPhones ? value : maskPhonesOnly(value, field);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => mask(each));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mask(each, name)]));
  };
  return { method, path: output.showsPhones ? path : maskPhonesOnly(path), body: mask(body) };
}
