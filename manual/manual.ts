import { version } from '../package.json';
import { commandReference, sharedOptionTerms, subcommands } from '../src/cli/help/command-reference.ts';
import { groupsOf } from '../src/cli/help/command-groups.ts';
import { declaredProgram } from '../src/cli/program.ts';
import { manPage } from './man-page.ts';

/** The manual of the whole command line as a page for man, from what the help says. */
async function createPage(): Promise<string> {
  const { program, registered } = await declaredProgram(version);
  const groups = groupsOf(subcommands(program)).map(async ({ title, members }) => ({
    title,
    commands: await Promise.all(
      members.flatMap((member) => [member, ...subcommands(member)]).map((each) => commandReference(each, registered)),
    ),
  }));
  const manual = {
    program: await commandReference(program, registered),
    groups: await Promise.all(groups),
    sharedOptions: sharedOptionTerms(program),
  };
  return manPage(manual, version);
}

/** It is written while the module is imported: the import of a script cannot load further modules later. */
export const page = await createPage();
