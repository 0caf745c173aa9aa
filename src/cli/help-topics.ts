import { EXIT, EXIT_MEANINGS } from './exit-codes.ts';

interface Topic {
  about: string;
  lines: readonly string[];
}

/** The help topics, by name. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  'exit-codes': {
    about: 'Meaning of each exit code',
    lines: [
      ...Object.entries(EXIT).map(
        ([name, code]) => `  ${String(code).padStart(3)}  ${EXIT_MEANINGS[name as keyof typeof EXIT]}`,
      ),
      '',
      'With many devices, the most severe code wins: 4, then 1, 3, 5, 0. Devices that are skipped because the server',
      'is unreachable count as 1.',
      'device check with --expect, --fail-on, --min or --format ends with 0 if the requirement is met, with 5 if it is not.',
      'With --format nagios it ends with 0 OK, 1 WARNING, 2 CRITICAL or 3 UNKNOWN.',
      'On Ctrl-C or SIGTERM a command first prints what may have taken effect, then ends itself with the same signal,',
      'so that shell loops stop too. Shells report 130 and 143. On Windows the exit code is 130.',
    ],
  },
  environment: {
    about: 'Environment variables, configuration files and their precedence',
    lines: [
      'Precedence: flags, environment, project file, user file.',
      '',
      '  PHYSIO_API       API address (--api)',
      '  PHYSIO_TOKEN     access token; --token-file takes precedence',
      '  PHYSIO_PROFILE   profile to use (--profile)',
      '  HTTPS_PROXY      proxy for https and wss, as http://HOST:PORT (or https_proxy); HTTP_PROXY is for plain http',
      '  NO_PROXY         hosts, domains and addresses that bypass the proxy; this machine always does',
      '  NO_COLOR         any value disables colors, as does TERM=dumb',
      '  XDG_CONFIG_HOME  directory of the user file (default: ~/.config; on Windows APPDATA)',
      '',
      '  physio.config.json                      project file, in this folder or the nearest above: api, appKey, version,',
      '                                          profile; other settings only in a trusted folder (physio profile trust);',
      '                                          never a token',
      '  $XDG_CONFIG_HOME/physio/config.json     user file: profiles and trusted folders',
      '  $XDG_CONFIG_HOME/physio/profiles/NAME/  token and session data, private (0600)',
      '',
      'To show effective settings and their sources: physio profile show',
    ],
  },
  json: {
    about: 'Output for scripts',
    lines: [
      '--json prints all fields, --json a,b,c the named ones. An unknown field prints the available fields.',
      'A list is one array; a stream (device check, device watch, doctor) is one object per line. Everything else goes to stderr.',
      'Amounts are whole fen, times are ISO 8601 in UTC, unknown values are null. Phone numbers are masked unless --show-phones is given.',
      '',
      '  physio device list --json sno,online',
      '  physio order list --all --json number,state,dueFen',
      '  physio device check - --json sno,status < numbers.txt',
    ],
  },
};

/** The topics, one per line. */
export function topicList(): string {
  const longest = Math.max(...Object.keys(TOPICS).map((name) => name.length));
  return Object.entries(TOPICS)
    .map(([name, { about }]) => `  ${name.padEnd(longest)}  ${about}`)
    .join('\n');
}
