import type { Command } from 'commander';
import type { Bind } from '../action.ts';

export function addLoginCommand(program: Command, bind: Bind): void {
  const login = program.command('login').description('Sign in with an access token or a pasted entry link, verified before it is saved (--token-file FILE, or - for stdin)');
  bind(login, 'physio login --token-file token.txt --api https://api.example.com/api', () => import('./session/login.ts'));
}

export function addLogoutCommand(program: Command, bind: Bind): void {
  const logout = program.command('logout').description('forget the token, and what the visit has remembered');
  bind(logout, 'physio logout --profile shop', () => import('./session/logout.ts'));
}
