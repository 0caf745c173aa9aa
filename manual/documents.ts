import { version } from '../package.json';
import { commandReference, sharedOptionTerms, subcommands } from '../src/cli/help/command-reference.ts';
import { groupsOf } from '../src/cli/help/command-groups.ts';
import { declaredProgram } from '../src/cli/program.ts';
import comparison from './comparison.md?raw';
import { manPage } from './man-page.ts';
import { markdown } from './markdown.ts';
import type { Manual } from './manual.ts';

/** The documents about the command line by their paths, generated from the program. */
async function createDocuments(): Promise<Record<string, string>> {
  const manual = await manualOf();
  return { 'docs/cli.md': markdown(manual, comparison), 'dist/cli/physio.1': manPage(manual, version) };
}

async function manualOf(): Promise<Manual> {
  const { program, registered } = await declaredProgram(version);
  const groups = groupsOf(subcommands(program)).map(async ({ title, members }) => ({
    title,
    commands: await Promise.all(
      members.flatMap((member) => [member, ...subcommands(member)]).map((each) => commandReference(each, registered)),
    ),
  }));
  return {
    program: await commandReference(program, registered),
    groups: await Promise.all(groups),
    sharedOptions: sharedOptionTerms(program),
  };
}

/** They are generated while the module is imported: the import of a script cannot load further modules later. */
export const documents = await createDocuments();
