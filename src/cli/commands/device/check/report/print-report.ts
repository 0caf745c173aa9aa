import type { ExitCode } from '../../../../words/exit-codes.ts';
import type { Output } from '../../../../output/output.ts';
import type { CheckOptions } from '../check-options.ts';
import type { ReportFile } from './report-file.ts';
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
