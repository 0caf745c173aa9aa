import { existsSync, writeFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { Problem } from '../../../core/problem.ts';
import type { Report } from './report.ts';

/** A file that is not there yet, for one report. */
export interface ReportFile {
  path: string;
  /** Throws the Problem `storage` where it cannot be written. */
  write(report: Report): Promise<void>;
}

/** Where the report goes. Throws the Problem `invalid-input` for another kind of file, for one that is there, and for a place that there is not. */
export function reportFile(directory: string, name: string): ReportFile {
  const path = resolve(directory, name);
  const ending = extname(path).toLowerCase();
  if (ending !== '.md' && ending !== '.json') throw refusal(`the report is a .md or a .json file, not ${name}`);
  if (existsSync(path)) throw refusal(`${name} is there already and is not overwritten; name another file`);
  if (!existsSync(dirname(path))) throw refusal(`there is no directory ${dirname(name)}`);
  return {
    path,
    write: async (report) => {
      const text = ending === '.json' ? `${JSON.stringify(report, undefined, 2)}\n` : (await import('./report-text.ts')).markdownOf(report);
      try {
        writeFileSync(path, text, { flag: 'wx' });
      } catch (cause) {
        throw new Problem('storage', { message: `the report cannot be written to ${name}`, cause });
      }
    },
  };
}

function refusal(message: string): Problem {
  return new Problem('invalid-input', { message });
}
