import { buildInfo } from './build-info.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';

export const fields = ['version', 'commit', 'node', 'platform', 'arch', 'installation'];

/** Reads no settings: a damaged configuration must not hide the version. */
export async function showVersion({ output, environment: { version } }: Context): Promise<ExitCode> {
  await output.record({ version, ...buildInfo() }, [version]);
  return EXIT.done;
}
