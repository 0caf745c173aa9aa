import { EXIT, EXIT_MEANINGS } from '../words/exit-codes.ts';
import type { Section, Term } from './layout.ts';

export interface Topic {
  about: string;
  sections: readonly Section[];
}

/** The help topics, by name. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  'exit-codes': {
    about: 'Meaning of each exit code',
    sections: [
      {
        title: 'Codes',
        blocks: [
          {
            terms: Object.entries(EXIT).map(([name, code]) => ({
              term: String(code).padStart(3),
              about: EXIT_MEANINGS[name as keyof typeof EXIT],
            })),
          },
        ],
      },
      {
        title: 'Many devices',
        blocks: [
          'With many devices, the most severe code wins: 4, then 1, 3, 5, 0. Devices that are skipped because the server is unreachable count as 1.',
          'device check with --expect, --fail-on, --min or --format ends with 0 if the requirement is met, with 5 if it is not. With --format nagios it ends with 0 OK, 1 WARNING, 2 CRITICAL or 3 UNKNOWN.',
        ],
      },
      {
        title: 'Signals',
        blocks: [
          'On Ctrl-C or SIGTERM a command first prints what may have taken effect, then ends itself with the same signal, so that shell loops stop too. Shells report 130 and 143. On Windows the exit code is 130.',
        ],
      },
    ],
  },
  environment: {
    about: 'Environment variables, configuration files and their precedence',
    sections: [
      { title: 'Precedence', blocks: ['Flags, environment, project file, user file.'] },
      {
        title: 'Environment variables',
        blocks: [
          {
            terms: [
              { term: 'PHYSIO_API', about: 'API address (--api)' },
              { term: 'PHYSIO_TOKEN', about: 'Access token; --token-file takes precedence' },
              { term: 'PHYSIO_PROFILE', about: 'Profile to use (--profile)' },
              {
                term: 'HTTPS_PROXY',
                about: 'Proxy for https and wss, as http://HOST:PORT (or https_proxy); HTTP_PROXY is for plain http',
              },
              {
                term: 'NO_PROXY',
                about: 'Hosts, domains and addresses that bypass the proxy; this machine always does',
              },
              {
                term: 'NODE_EXTRA_CA_CERTS',
                about: 'File with the certificates of a private CA, in PEM, which a server on an intranet may need',
              },
              { term: 'NO_COLOR', about: 'Any value disables colors, as does TERM=dumb (--color and --no-color)' },
              {
                term: 'FORCE_COLOR',
                about: 'Any value but 0 prints colors when not on a terminal; NO_COLOR takes precedence',
              },
              {
                term: 'XDG_CONFIG_HOME',
                about: 'Directory of the user file (default: ~/.config; on Windows %APPDATA%)',
              },
            ],
          },
        ],
      },
      {
        title: 'Files',
        blocks: [
          {
            terms: [
              {
                term: 'physio.config.json',
                about:
                  'Project file, in this folder or the nearest above: api, appKey, version, profile; other settings only in a trusted folder (physio profile trust); never a token',
              },
              { term: '$XDG_CONFIG_HOME/physio/config.json', about: 'User file: profiles and trusted folders' },
              {
                term: '$XDG_CONFIG_HOME/physio/profiles/NAME/',
                about: 'Token and session data, private (0600)',
              },
            ],
          },
          'To show effective settings and their sources: physio profile show',
        ],
      },
    ],
  },
  output: {
    about: 'Output formats, fields and errors for scripts',
    sections: [
      {
        title: 'Formats',
        blocks: [
          {
            terms: [
              { term: '-o table', about: 'Aligned columns; the default, separated by tabs when not on a terminal' },
              {
                term: '-o json, --json',
                about: 'JSON, indented on a terminal; a list is one array, a stream one object per line',
              },
              { term: '-o ndjson', about: 'One JSON object per line' },
              {
                term: '-o csv',
                about:
                  'Comma-separated values for Excel, not for programs: a byte order mark, a header line, and an apostrophe before a text that Excel would change',
              },
              { term: '-o tsv', about: 'Tab-separated values with a header line, for programs' },
              {
                term: '-o value',
                about:
                  'Bare values for scripts: the fields that --json names, separated by tabs, without a header line; errors are sentences',
              },
            ],
          },
          'Streams are device check, device watch and doctor; their tables have no header line.',
        ],
      },
      {
        title: 'Fields',
        blocks: [
          '--json prints all fields, --json a,b,c the named ones; the same with -o. The help of each command lists its fields, and an unknown field prints them.',
          'Amounts are whole fen, times are ISO 8601 in UTC, unknown values are null. Phone numbers are masked unless --show-phones is given.',
        ],
      },
      {
        title: 'Errors',
        blocks: [
          'Data is printed on stdout, everything else on stderr. In the formats json, ndjson, csv and tsv, each line on stderr is a JSON object with one of these keys: error, warning, note, trace. An error has the fields code, message, call, status, serverCode, hint and exit.',
        ],
      },
      {
        title: 'Examples',
        blocks: [
          {
            commands: [
              'physio device list --json sno,online',
              'physio order list --all -o csv --json number,state,dueFen > orders.csv',
              'physio device check - -o ndjson < numbers.txt',
              'physio order show ZL0001 -o value --json state',
            ],
          },
        ],
      },
    ],
  },
};

export function topicTerms(): Term[] {
  return Object.entries(TOPICS).map(([term, { about }]) => ({ term, about }));
}
