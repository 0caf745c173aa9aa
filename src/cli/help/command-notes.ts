import type { EXIT } from '../exit-codes.ts';
import type { Section } from './layout.ts';

/** What help adds to a command's declaration. */
export interface CommandNotes {
  /** Further examples, before the registered one. */
  examples?: readonly string[];
  /** The exit codes that have a meaning of their own in this command; `true` for the general meaning. */
  exits?: Partial<Record<keyof typeof EXIT, string | true>>;
  sections?: () => Promise<readonly Section[]>;
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
          'The status of a device is the same for every user: free, leased, running, offline, locked, not-in-operation, or unknown if nothing certain is known. leadsTo is where entering would lead you: lease, mode-menu, process, or why not (offline, using, used, locked, not-in-operation).',
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
  'physio device enter': {
    examples: ['physio device enter PL10001'],
    exits: { notAvailable: true },
  },
  'physio device wait': { exits: { gaveUp: 'the device did not reach the state before the timeout' } },
  'physio order create': {
    examples: ['physio plan list PL10001', 'physio order create PL10001 --plan 101'],
  },
  'physio order pay': {
    examples: ['physio order pay ZL0001', 'physio order pay ZL0001 --no-wait'],
    exits: { gaveUp: 'the order was cancelled', unconfirmed: 'the payment was not confirmed before the timeout' },
  },
  'physio treatment start': {
    examples: ['physio treatment start PL10001 --mode bio --minutes 40'],
    exits: {
      notAvailable: 'the device is offline, busy, locked, not in operation, or runs with other settings',
    },
    sections: async () => (await import('./treatment-values.ts')).treatmentValues(),
  },
  'physio login': {
    sections: async () => [
      {
        title: 'Token',
        blocks: [
          'The server verifies the token before it is saved. A link or token of another server is refused.',
          'The token is read from a file, from stdin with -, or from a hidden prompt. It is never part of the command line.',
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
  'physio treatment stop': { exits: { notAvailable: 'the device is offline' } },
};
