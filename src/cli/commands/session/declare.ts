import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';

export function addLoginCommand(program: Program, register: RegisterAction): void {
  register(
    program.command('login').description('Sign in with an access token or entry link'),
    'physio login --token-file token.txt --api https://api.example.com/api',
    () =>
      import('./login.ts').then(({ signIn, fields, allowsNewProfile }) => ({
        run: signIn,
        fields,
        allowsNewProfile,
      })),
  );
}

export function addLogoutCommand(program: Program, register: RegisterAction): void {
  register(
    program.command('logout').description('Sign out and delete stored data, except open orders and treatments'),
    'physio logout --profile shop',
    () => import('./logout.ts').then(({ signOut, fields }) => ({ run: signOut, fields })),
  );
}
