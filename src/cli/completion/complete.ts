import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { ignoreFailure } from '../../core/problem.ts';
import { knownDevices } from '../account/known-devices.ts';
import { FORMATS } from '../output/output-format.ts';
import { problemOf } from '../words/problem-of.ts';
import { readUserFile } from '../settings/profiles.ts';
import { settingsOf } from '../settings/settings.ts';
import type { CliEnvironment } from '../environment.ts';
import { plain } from '../words/text.ts';
import { completionOf, type Known } from './candidates.ts';
import { FILES_LINE } from './scripts.ts';

/** What only a command's action knows. */
interface LoadedParts {
  fieldsOf: Known['fields'];
  /** Undefined for the formats of every command. */
  formatsOf: (command: CommandUnknownOpts) => Promise<readonly string[] | undefined>;
}

/** Prints one candidate per line, and no errors, since the user is still typing. */
export async function complete(
  program: CommandUnknownOpts,
  words: readonly string[],
  { fieldsOf, formatsOf }: LoadedParts,
  environment: CliEnvironment,
): Promise<void> {
  const named = words.indexOf('--profile');
  const known: Known = {
    devices: () =>
      knownDevices(settingsOf({ profile: named < 0 ? undefined : words[named + 1] }, environment).profile, environment),
    profiles: () => Object.keys(readUserFile(environment).profiles),
    fields: fieldsOf,
    formats: async (command) => (await formatsOf(command)) ?? FORMATS,
  };
  const completion = await completionOf(program, words, known).catch(
    (thrown: unknown) => ignoreFailure(problemOf(thrown)) ?? [],
  );
  const lines =
    completion === 'files'
      ? [FILES_LINE]
      : completion.map(({ word, about }) => (about === undefined ? plain(word) : `${plain(word)}\t${plain(about)}`));
  environment.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
