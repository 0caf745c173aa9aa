import type { Command } from 'commander';
import type { Bind } from '../action.ts';
import { allOption } from './arguments.ts';

export function addCardCommands(program: Command, bind: Bind): void {
  const card = program.command('card').description('card packages: uses bought from an operator');
  bind(card.command('list').description('the cards, and the uses left on each').addOption(allOption()), 'physio card list --json operatorId,remainingUses', () => import('./card/list.ts'));
}
