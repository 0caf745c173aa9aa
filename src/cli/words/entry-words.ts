import type { EntryOutcome } from '../../core/entry/enter-device.ts';
import type { StartDoubt } from '../../core/entry/entry-policy.ts';

type Destined = Pick<Extract<EntryOutcome, { kind: 'go' }>, 'destination' | 'startDoubt'>;

/** What an entry says about the device, after its name. */
export function outcomeText({ destination, startDoubt }: Destined): string {
  return startDoubt === undefined ? OUTCOMES[destination.to] : `is ${START_DOUBTS[startDoubt]}`;
}

const DECIDES = 'the server decides whether this account may start it';

/** What is said of a device whose start may be refused. */
export const START_DOUBTS: Record<StartDoubt, string> = {
  'leased-unlisted': `leased, and not in the list of this account; ${DECIDES}`,
  'may-be-shared': `leased, and may be shared with this account, because a phone number is hidden or not sent; ${DECIDES}`,
  'unknown-status': `of unknown status; ${DECIDES}`,
};

const OUTCOMES: Record<Destined['destination']['to'], string> = {
  lease: 'can be rented',
  'mode-menu': 'is ready to start',
  process: 'is running for you',
  my: 'cannot be entered',
  cards: 'cannot be entered',
  'order-detail': 'cannot be entered',
};
