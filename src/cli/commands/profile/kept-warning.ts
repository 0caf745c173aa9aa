import type { Context } from '../../context.ts';
import { nameList } from '../../words/text.ts';

/** Warns of what a profile keeps of its former server, once its address is another: customers would pay on that server's page. */
export function keptWarning({ output, settings, hint }: Context, api: string): void {
  const { profile, userFile } = settings;
  const before = userFile.profiles[profile] ?? {};
  const kept = ['payLink', 'basePath'].filter((key) => before[key] !== undefined);
  if (before.api === undefined || before.api === api || kept.length === 0) return;
  output.warn(
    `Profile ${profile} keeps ${nameList(kept)} of ${String(before.api)}; to set them anew: ${hint`profile set KEY VALUE`}`,
  );
}
