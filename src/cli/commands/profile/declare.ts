import { Argument } from '@commander-js/extra-typings';
import { PROFILE_KEYS } from '../../settings/profiles.ts';
import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';

export function addProfileCommands(program: Program, register: RegisterAction): void {
  const profile = program.command('profile').description('Manage profiles (server and credentials)');
  register(profile.command('list').description('List profiles'), 'physio profile list', () =>
    import('./list.ts').then(({ listProfiles, fields, allowsNewProfile }) => ({
      run: listProfiles,
      fields,
      allowsNewProfile,
    })),
  );
  register(
    profile.command('use').description('Switch to a profile').argument('<name>', 'Profile name'),
    'physio profile use shop',
    () =>
      import('./use.ts').then(({ switchProfile, fields, allowsNewProfile }) => ({
        run: switchProfile,
        fields,
        allowsNewProfile,
      })),
  );
  register(
    profile
      .command('show')
      .description('Show effective settings and their sources')
      .argument('[name]', 'Profile name (default: the current profile)'),
    'physio profile show --json',
    () => import('./show.ts').then(({ showProfile, fields }) => ({ run: showProfile, fields })),
  );
  register(
    profile
      .command('set')
      .description('Set a value of the profile; an empty value removes it')
      .addArgument(new Argument('<key>', 'Setting').choices(PROFILE_KEYS))
      .argument('<value>', 'New value'),
    'physio profile set api https://api.example.com/api',
    () =>
      import('./set.ts').then(({ setProfileValue, fields, allowsNewProfile }) => ({
        run: setProfileValue,
        fields,
        allowsNewProfile,
      })),
  );
  register(
    profile
      .command('remove')
      .description('Remove a profile with its settings, token and session data')
      .argument('<name>', 'Profile name'),
    'physio profile remove shop --yes',
    () =>
      import('./remove.ts').then(({ removeProfile, fields, allowsNewProfile }) => ({
        run: removeProfile,
        fields,
        allowsNewProfile,
      })),
  );
  register(
    profile
      .command('rename')
      .description('Rename a profile; its settings, token and session data move with it')
      .argument('<name>', 'Profile name')
      .argument('<new-name>', 'New name'),
    'physio profile rename shop clinic',
    () =>
      import('./rename.ts').then(({ renameProfile, fields, allowsNewProfile }) => ({
        run: renameProfile,
        fields,
        allowsNewProfile,
      })),
  );
  register(
    profile
      .command('trust')
      .description('Trust a folder: apply every setting of its physio.config.json')
      .argument('[dir]', 'Folder to trust (default: the folder of the project file)')
      .option('--remove', 'Stop trusting the folder'),
    'physio profile trust ~/shop',
    () => import('./trust.ts').then(({ trustFolder, fields }) => ({ run: trustFolder, fields })),
  );
}
