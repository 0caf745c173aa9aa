import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Problem } from '../../../../../core/problem.ts';
import type { CliEnvironment } from '../../../../environment.ts';
import { withHome } from '../../../../input/home-path.ts';
import type { ExitCode } from '../../../../words/exit-codes.ts';
import type { Output } from '../../../../output/output.ts';
import type { CheckOptions } from '../requirement.ts';
import type { FleetReport } from './report.ts';

/** Prints the report, or replaces the file with it. Returns the exit code if the format defines it. */
export async function printReport(
  format: NonNullable<CheckOptions['format']>,
  output: Output,
  file: ReportFile | undefined,
  report: FleetReport,
): Promise<ExitCode | undefined> {
  const { lines, code } = await written(format, report);
  if (file) file.replace(output.asText(lines));
  else await output.text(lines);
  return code;
}

async function written(
  format: NonNullable<CheckOptions['format']>,
  report: FleetReport,
): Promise<{ lines: readonly string[]; code?: ExitCode }> {
  switch (format) {
    case 'nagios': {
      const { line, code } = (await import('./nagios.ts')).nagiosReport(report);
      return { lines: [line], code };
    }
    case 'prometheus':
      return { lines: (await import('./prometheus.ts')).prometheusReport(report) };
    case 'junit':
      return { lines: (await import('./junit.ts')).junitReport(report) };
  }
}

/** A report that is replaced as a whole. Every user may read it, because a monitoring agent runs as another one. */
export class ReportFile {
  private readonly path: string;

  /** Throws the Problem `invalid-input` if the file cannot be replaced. */
  constructor(
    private readonly environment: Pick<CliEnvironment, 'directory' | 'home' | 'replaceFile'>,
    private readonly name: string,
  ) {
    const path = resolve(environment.directory, withHome(name, environment));
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw unusable(`${name} is not a regular file; choose another one`);
    this.path = stats ? realpathSync(path) : path;
    try {
      accessSync(dirname(this.path), constants.W_OK | constants.X_OK);
    } catch (thrown) {
      const { code = '' } = thrown as NodeJS.ErrnoException;
      throw unusable(
        code === 'ENOENT'
          ? `directory ${dirname(name)} does not exist; create it first`
          : `cannot write to directory ${dirname(name)} (${code}); choose another one`,
      );
    }
  }

  /** Throws the Problem `storage` if it cannot be written. The old file remains then. */
  replace(text: string): void {
    try {
      this.environment.replaceFile(this.path, text);
    } catch (cause) {
      const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
      throw new Problem('storage', { message: `Could not write ${this.name} (${code})`, cause });
    }
  }
}

function unusable(message: string): Problem {
  return new Problem('invalid-input', { message: `Invalid --output: ${message}` });
}
