import { Argument, type Command } from 'commander';
import type { Bind } from '../action.ts';
import { PROFILE_KEYS } from '../profiles.ts';

export function addProfileCommands(program: Command, bind: Bind): void {
  const profile = program.command('profile').description('servers and who is signed in to them');
  bind(profile.command('list').description('all profiles'), 'physio profile list', () => import('./profile/list.ts'));
  bind(profile.command('use').description('make a profile the one in use').argument('<name>'), 'physio profile use shop', () => import('./profile/use.ts'));
  bind(profile.command('show').description('what a command would run with, and where it was said').argument('[name]'), 'physio profile show --json', () => import('./profile/show.ts'));
  bind(
    profile
      .command('set')
      .description('set api, appKey, version, payLink or idempotencyHeader of the profile; an empty value takes it away')
      .addArgument(new Argument('<key>', 'what is set').choices(PROFILE_KEYS))
      .argument('<value>'),
    'physio profile set api https://api.example.com/api',
    () => import('./profile/set.ts'),
  );
  bind(
    profile
      .command('trust')
      .description('Trust a folder: every setting of its physio.config.json counts (default: the folder of the project file)')
      .argument('[dir]', 'a folder; moved or replaced by a link, it is another one')
      .option('--remove', 'Stop trusting the folder'),
    'physio profile trust ~/shop',
    () => import('./profile/trust.ts'),
  );
}
