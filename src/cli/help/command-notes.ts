import type { EXIT } from '../words/exit-codes.ts';
import type { Section } from './layout.ts';

/** What help adds to a command's declaration. */
export interface CommandNotes {
  /** Further examples, before the registered one. */
  examples?: readonly string[];
  /** The exit codes that have a meaning of their own in this command; `true` for the general meaning. */
  exits?: Partial<Record<keyof typeof EXIT, string | true>>;
  sections?: () => Promise<readonly Section[]>;
}

/** `amountFen` is the price where a command has `dueFen`, too. */
const LISTED_AMOUNTS = amounts('amountFen is the price; dueFen is what is due, or of a paid order what was paid.');
const DUE_AMOUNT = amounts(
  'amountFen is what is due, or of a paid order what was paid: the dueFen of order show, not its amountFen, which is the price.',
);
const REFUNDED_AMOUNT = amounts(
  'amountFen is the amount of the refund, also of one that is under way or was refused: statusText says what became of it, and refundedAt when the money was paid back.',
);

function amounts(text: string): Section {
  return { title: 'Amounts', blocks: [text] };
}

/** The notes, by command. They are apart from the declarations, which every command loads. */
export const COMMAND_NOTES: Readonly<Record<string, CommandNotes>> = {
  physio: {
    examples: [
      'physio login',
      'physio device check PL10001 PL10002',
      'physio treatment start PL10001 --mode bio',
      'physio order list --all -o csv > orders.csv',
    ],
  },
  'physio device check': {
    examples: [
      'physio device check PL10001 PL10002',
      'physio device check --file shop.csv --expect free --min 2',
      'physio device check --file shop.csv --format nagios --fail-on offline',
      'physio device check --file shop.csv --format prometheus --output physio.prom',
    ],
    exits: {
      notAvailable:
        'a device is offline, busy, locked or not in operation; with --expect, --fail-on, --min or --format: not as required',
    },
    sections: async () => [
      {
        title: 'Results',
        blocks: [
          'The status of a device is the same for every user: free, leased, running, offline, locked, not-in-operation, or unknown if nothing certain is known. leadsTo is where entering would lead you: lease, mode-menu, process, or why not (offline, using, used, locked, not-in-operation). A number that no device has is unknown and leads nowhere.',
          'On a terminal each line is printed when it is known, elsewhere in the order of the list.',
          'A list has a device per line, or is a CSV with the devices in its first column; # begins a comment. Each device is checked once.',
        ],
      },
      {
        title: 'Requirements',
        blocks: [
          'With --min, that many devices must have an expected status, not all. Unknown devices break no requirement, and prove none. Without a requirement, a report fails if a device is offline, locked or not in operation.',
          'With --format nagios the command ends with 0 OK, 1 WARNING, 2 CRITICAL or 3 UNKNOWN.',
        ],
      },
    ],
  },
  'physio order list': { sections: async () => [LISTED_AMOUNTS] },
  'physio order show': { sections: async () => [LISTED_AMOUNTS] },
  'physio order cancel': { sections: async () => [LISTED_AMOUNTS] },
  'physio refund list': { sections: async () => [REFUNDED_AMOUNT] },
  'physio device enter': {
    examples: ['physio device enter PL10001'],
    exits: { notAvailable: true },
  },
  'physio device watch': {
    sections: async () => [
      {
        title: 'Line',
        blocks: [
          "live: the device itself reports each change. polling and connecting: the state is the server's record, which is read every 10 s and may be older than the state of the device. lost: the connection is being restored.",
        ],
      },
      {
        title: 'Ending',
        blocks: [
          '--timeout limits each call, not the watch. A script ends the watch with SIGTERM, as timeout 60 physio device watch PL10001 does. To wait for a state, use physio device wait.',
        ],
      },
    ],
  },
  'physio device wait': {
    sections: async () => [
      {
        title: 'Connection',
        blocks: [
          'The wait begins once the server has answered for the first time: if it cannot be reached then, the command ends with 1. Later, the wait lasts through any loss of the connection.',
        ],
      },
    ],
    exits: {
      gaveUp: 'the device did not reach the state before the timeout; an offline device is neither running nor idle',
    },
  },
  'physio order create': {
    examples: ['physio plan list PL10001', 'physio order create PL10001 --plan 101 --dry-run'],
    exits: { unconfirmed: 'the order exists, and it could not be confirmed whether it is paid' },
    sections: async () => [
      {
        title: 'Repeating',
        blocks: [
          'Repeating the command returns the same open order. An order for a customer is returned for 10 minutes after the last attempt: later, the command orders for the next customer. On a device that is rented for a customer already, an order for a customer extends that rental; the command says whose before it orders. An order for yourself does not extend it, which the command says, too, as it names a rental of which the list does not say for whom it is.',
        ],
      },
      DUE_AMOUNT,
    ],
  },
  'physio order pay': {
    examples: ['physio order pay ZL0001', 'physio order pay ZL0001 --no-wait'],
    exits: {
      gaveUp:
        'the order was cancelled; without a record, nothing was requested: no answer of the server, or no consent',
      unconfirmed: 'the payment was not confirmed before the timeout, or the state of the order is unknown',
    },
    sections: async () => [DUE_AMOUNT],
  },
  'physio treatment start': {
    examples: ['physio treatment start PL10001 --mode bio --minutes 40'],
    exits: {
      notAvailable: 'the device is offline, busy, locked, not in operation, or runs with other settings',
    },
    sections: async () => (await import('./treatment-values.ts')).treatmentValues(),
  },
  'physio login': {
    examples: ['physio login', 'physio login --token-file - < token.txt'],
    sections: async () => [
      {
        title: 'Token',
        blocks: [
          'The server verifies the token before it is saved. A link or token of another server is refused.',
          'On a terminal, a hidden prompt takes the token or the whole link by which WeChat opens the app. --token-file reads it from a file, or from stdin with -. It is never part of the command line.',
        ],
      },
    ],
  },
  'physio completion': {
    examples: [
      'eval "$(physio completion bash)"',
      'eval "$(physio completion zsh)"',
      'physio completion fish > ~/.config/fish/completions/physio.fish',
      'physio completion powershell | Out-String | Invoke-Expression',
    ],
    sections: async () => [
      {
        title: 'Setup',
        blocks: [
          {
            terms: [
              { term: 'bash', about: 'Add the first example to ~/.bashrc' },
              { term: 'zsh', about: 'Add the second example to ~/.zshrc, after compinit' },
              { term: 'fish', about: 'Run the third example once' },
              { term: 'powershell', about: 'Add the fourth example to the file $PROFILE' },
            ],
          },
        ],
      },
    ],
  },
  'physio profile trust': {
    sections: async () => [
      {
        title: 'Trust',
        blocks: ['A moved or replaced folder must be trusted again.', 'The project file never contains a token.'],
      },
    ],
  },
  'physio treatment show': {
    sections: async () => [
      {
        title: 'Phases',
        blocks: [
          'loading: no answer shows yet whether it runs. starting: the start was requested, and the device has not reported that it runs. running: your treatment runs. unresponsive: no report for 15 s, or nothing says who uses the device; it may be running. idle: it does not run. finished: it ran and is at rest. over: the time has passed, and no report showed that it ran. not-mine: somebody else uses it. replaced: yours is over, and somebody else uses it. another-run: it runs otherwise than you started it, and nothing says for whom. offline: it may be running.',
        ],
      },
    ],
  },
  'physio treatment stop': {
    exits: {
      gaveUp: 'cancelled, timed out, or the server accepted the stop and no report shows that the device is at rest',
      notAvailable: 'the device is offline, or runs for somebody else or otherwise than started here',
    },
  },
};
