import type { Command } from 'commander';
import { ignoreFailure } from '../../core/problem.ts';
import { knownDevices } from '../known-devices.ts';
import { readUserFile } from '../profiles.ts';
import { settingsOf } from '../settings.ts';
import { problemOf } from '../problem-of.ts';
import type { Surroundings } from '../surroundings.ts';
import { plain } from '../text.ts';
import { completionOf, type Known } from './candidates.ts';
import { FILES_LINE } from './scripts.ts';

/** Prints how a line of words can go on, a candidate a line; says nothing of what is wrong, since somebody is typing. */
export async function complete(
  program: Command,
  words: readonly string[],
  fields: Known['fields'],
  surroundings: Surroundings,
): Promise<void> {
  const named = words.indexOf('--profile');
  const known: Known = {
    devices: () => knownDevices(settingsOf({ profile: named < 0 ? undefined : words[named + 1] }, surroundings).profile, surroundings),
    profiles: () => Object.keys(readUserFile(surroundings).profiles),
    fields,
  };
  const completion = await completionOf(program, words, known).catch((thrown: unknown) => ignoreFailure(problemOf(thrown)) ?? []);
  const lines = completion === 'files' ? [FILES_LINE] : completion.map(({ word, about }) => (about === undefined ? plain(word) : `${plain(word)}\t${plain(about)}`));
  surroundings.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
