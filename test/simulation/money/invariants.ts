/** What holds whatever happens. */
export const INVARIANTS = {
  'one-sheet-per-order':
    'I am never asked to pay the same order in two sheets at once, nor to pay again for an order that I have paid.',
  'one-order-per-intent': 'However often I tap, one rental makes one order.',
  'paid-means-paid': 'The app says "paid" only if the server says so.',
  'not-paid-means-no-money-moved': 'The app never says "not paid" while my money may have moved.',
  'ended-means-ended': 'The app says that an order was cancelled, is gone or was paid back only if it is so.',
  'no-unseen-amount': 'I only ever pay an amount that I have seen and accepted, and only the server names one.',
  'no-sheet-over-another-screen': 'When I have left a screen, nothing that I began there opens over the next one.',
  'accounts-apart': 'Nobody sees or pays what belongs to another person who uses the same phone.',
  'open-question-shown':
    'While my money may have moved and the server has not said what became of it, the app says so.',
  'lost-money-told': 'If my money was taken for an order that has ended, the app tells me.',
  'leads-to-settled': 'Every payment comes to an end.',
  'no-bug': 'No use-case fails by a bug.',
} as const;

export type InvariantId = keyof typeof INVARIANTS;
