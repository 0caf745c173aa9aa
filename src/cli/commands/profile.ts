import type { Command } from 'commander';
import type { Bind } from '../action.ts';

export function addProfileCommands(program: Command, bind: Bind): void {
  const profile = program.command('profile').description('servers and who is signed in to them');
  bind(profile.command('list').description('all profiles'), () => import('./profile/list.ts'));
  bind(profile.command('use').description('make a profile the one in use').argument('<name>'), () => import('./profile/use.ts'));
  bind(profile.command('show').description('what a command would run with, and where it was said').argument('[name]'), () => import('./profile/show.ts'));
  bind(
    profile
      .command('set')
      .description('set api, appKey, version, payLink or idempotencyHeader of the profile; an empty value takes it away')
      .argument('<key>')
      .argument('<value>'),
    () => import('./profile/set.ts'),
  );
}
