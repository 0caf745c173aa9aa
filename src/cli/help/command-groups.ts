import type { CommandUnknownOpts } from '@commander-js/extra-typings';

/** The groups in which the program's help lists its commands. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'Sign in and profiles': ['login', 'logout', 'account', 'profile'],
  'Devices and treatments': ['device', 'treatment', 'share'],
  'Plans, orders and payment': ['plan', 'order', 'card', 'refund'],
  'Support and monitoring': ['doctor', 'support', 'feedback'],
  Shell: ['completion', 'version', 'help'],
};

interface CommandGroup {
  title: string;
  members: readonly CommandUnknownOpts[];
}

/** The commands in their groups; those without one come last. */
export function groupsOf(commands: readonly CommandUnknownOpts[]): CommandGroup[] {
  const groups = Object.entries(COMMAND_GROUPS).map(([title, names]) => ({
    title,
    members: names.flatMap((name) => commands.filter((command) => command.name() === name)),
  }));
  const grouped = groups.flatMap(({ members }) => members);
  const others = { title: 'Other commands', members: commands.filter((command) => !grouped.includes(command)) };
  return [...groups, others].filter(({ members }) => members.length > 0);
}
