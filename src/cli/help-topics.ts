import { EXIT, EXIT_MEANINGS } from './exit-codes.ts';
import type { Section, Term } from './help/layout.ts';

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
              { term: 'NO_COLOR', about: 'Any value disables colors, as does TERM=dumb' },
              { term: 'XDG_CONFIG_HOME', about: 'Directory of the user file (default: ~/.config)' },
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
  json: {
    about: 'Output for scripts',
    sections: [
      {
        title: 'Fields',
        blocks: [
          '--json prints all fields, --json a,b,c the named ones. An unknown field prints the available fields.',
        ],
      },
      {
        title: 'Values',
        blocks: [
          'A list is one array; a stream (device check, device watch, doctor) is one object per line. Everything else goes to stderr. Amounts are whole fen, times are ISO 8601 in UTC, unknown values are null. Phone numbers are masked unless --show-phones is given.',
        ],
      },
      {
        title: 'Examples',
        blocks: [
          {
            commands: [
              'physio device list --json sno,online',
              'physio order list --all --json number,state,dueFen',
              'physio device check - --json < numbers.txt',
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
