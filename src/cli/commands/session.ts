import type { Command } from 'commander';
import type { Bind } from '../action.ts';

export function addLoginCommand(program: Command, bind: Bind): void {
  const login = program.command('login').description('sign in with an access token, which the server is asked about first (--token-file FILE, or - for stdin)');
  bind(login, 'physio login --token-file token.txt --api https://api.example.com/api', () => import('./session/login.ts'));
}

export function addLogoutCommand(program: Command, bind: Bind): void {
  const logout = program.command('logout').description('forget the token, and what the visit has remembered');
  bind(logout, 'physio logout --profile shop', () => import('./session/logout.ts'));
}
