import type { CALLS, CallName } from '../../../core/api/calls.ts';
import type { CommandHint } from '../../words/command-hint.ts';

type Write = { [Name in CallName]: (typeof CALLS)[Name]['kind'] extends 'write' ? Name : never }[CallName];

/** The command that sends each write. */
const COMMANDS: Record<Write, (hint: CommandHint) => string> = {
  'account.sendCode': (hint) => hint`account send-code PHONE`,
  'account.updatePhone': (hint) => hint`account bind PHONE CODE`,
  'feedback.createFeedback': (hint) => hint`feedback send --content TEXT`,
  'lease.createLeaseOrder': (hint) => hint`order create SNO --plan ID`,
  'lease.createCardOrder': (hint) => hint`order create SNO --plan ID --by uses`,
  'order.cancelLeaseOrder': (hint) => hint`order cancel NUMBER`,
  'order.cancelCardOrder': (hint) => hint`order cancel NUMBER --card --operator ID`,
  'payment.prePay': () => 'pay an order on the page, in WeChat',
  'share.shareDevice': (hint) => hint`share add SNO PHONE`,
  'share.unshareDevice': (hint) => hint`share remove SNO PHONE`,
  'treatment.startDevice': (hint) => hint`treatment start SNO --mode bio`,
  'treatment.stopDevice': (hint) => hint`treatment stop SNO`,
};

/** The command that sends a write. */
export function tryByHand(call: string, hint: CommandHint): string | undefined {
  return Object.hasOwn(COMMANDS, call) ? COMMANDS[call as Write](hint) : undefined;
}
