import { existsSync, writeFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { Problem } from '../../../../core/problem.ts';
import type { Report } from './report.ts';

/** A new file for one report. */
export interface NewReportFile {
  path: string;
  /** Throws the Problem `storage` if it cannot be written. */
  write(report: Report): Promise<void>;
}

/** The file of the report. Throws the Problem `invalid-input` for another file type, an existing file or a missing directory. */
export function reportFile(directory: string, name: string): NewReportFile {
  const path = resolve(directory, name);
  const ending = extname(path).toLowerCase();
  if (ending !== '.md' && ending !== '.json') throw refusal(`The report must be a .md or .json file, not ${name}`);
  if (existsSync(path)) throw refusal(`${name} exists and is not overwritten; choose another file`);
  if (!existsSync(dirname(path))) throw refusal(`Directory ${dirname(name)} does not exist`);
  return {
    path,
    write: async (report) => {
      const text =
        ending === '.json'
          ? `${JSON.stringify(report, undefined, 2)}\n`
          : (await import('./report-text.ts')).markdownOf(report);
      try {
        writeFileSync(path, text, { flag: 'wx' });
      } catch (cause) {
        const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
        throw new Problem('storage', { message: `Could not write the report to ${name} (${code})`, cause });
      }
    },
  };
}

function refusal(message: string): Problem {
  return new Problem('invalid-input', { message });
}
