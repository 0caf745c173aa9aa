import { EXIT, EXIT_MEANINGS } from './exit-codes.ts';

interface Topic {
  about: string;
  lines: readonly string[];
}

/** What there is to know beside the commands, by the word that physio help takes. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  'exit-codes': {
    about: 'what each exit code says to a script',
    lines: [
      ...Object.entries(EXIT).map(([name, code]) => `  ${String(code).padStart(3)}  ${EXIT_MEANINGS[name as keyof typeof EXIT]}`),
      '',
      'A command about many devices ends with the gravest of them: 4, then 1, 3, 5, 0. Devices that are not asked, since the server cannot be',
      'reached any more, count as 1.',
      'On Ctrl-C and SIGTERM a command first says what may have been done, then dies by the signal, so that a loop of a shell ends, too:',
      'a shell shows 130 and 143. On Windows it exits with 130.',
    ],
  },
  environment: {
    about: 'the variables and files that are read, and which goes first',
    lines: [
      'A flag goes before the environment, that before the project file, that before the user file.',
      '',
      '  PHYSIO_API       the address of the API (--api)',
      '  PHYSIO_TOKEN     the access token; the flag --token-file goes first',
      '  PHYSIO_PROFILE   the profile to use (--profile)',
      '  HTTPS_PROXY      the proxy for https and wss, http://HOST:PORT (or https_proxy); HTTP_PROXY is for plain http',
      '  NO_PROXY         hosts, domains and addresses to call without one; this machine always is',
      '  NO_COLOR         set to anything: no colours; so does TERM=dumb',
      '  XDG_CONFIG_HOME  where the user file lies; ~/.config unless set',
      '',
      '  physio.config.json                      the project file, looked for upwards: api, appKey, version, profile;',
      '                                          other settings only in a trusted folder (physio profile trust);',
      '                                          never a token',
      '  $XDG_CONFIG_HOME/physio/config.json     the user file: profiles and trusted folders',
      '  $XDG_CONFIG_HOME/physio/profiles/NAME/  the token and what is remembered of a visit; for your eyes only (0600)',
      '',
      'See what a command would run with, and where it was said: physio profile show',
    ],
  },
  json: {
    about: 'output for programs',
    lines: [
      '--json prints all fields, --json a,b,c those named; an unknown one is answered by the list of fields.',
      'A list is one array, a stream (device check, device watch, doctor) an object a line. Everything else goes to stderr.',
      'Money is whole fen, an instant ISO 8601 in UTC, and what is not known is null. Phone numbers are masked unless --show-phones.',
      '',
      '  physio device list --json sno,online',
      '  physio order list --all --json number,state,dueFen',
      '  physio device check - --json sno,outcome < numbers.txt',
    ],
  },
};

/** The topics, a line each. */
export function topicList(): string {
  const longest = Math.max(...Object.keys(TOPICS).map((name) => name.length));
  return Object.entries(TOPICS).map(([name, { about }]) => `  ${name.padEnd(longest)}  ${about}`).join('\n');
}
