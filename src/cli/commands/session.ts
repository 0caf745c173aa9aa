import type { RegisterAction } from '../register-action.ts';
import type { Program } from '../shared-options.ts';

export function addLoginCommand(program: Program, register: RegisterAction): void {
  register(
    program.command('login').description('Sign in with an access token or entry link'),
    'physio login --token-file token.txt --api https://api.example.com/api',
    () =>
      import('./session/login.ts').then(({ signIn, fields, allowsNewProfile }) => ({
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
    () => import('./session/logout.ts').then(({ signOut, fields }) => ({ run: signOut, fields })),
  );
}
