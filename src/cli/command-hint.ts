import { looksLikeSecret } from './secret-text.ts';
import { shellWord } from './text.ts';

/** Where a command goes and as whom, as far as the command line itself says so. What the environment says holds for the next command as well. */
export interface Addressed {
  profile?: string;
  api?: string;
  tokenFile?: string;
}

/**
 * Writes a command that a message tells the user to run next, as the tag of a template without the program's name: the values are quoted
 * for a POSIX shell, and the options that say where the current command goes and as whom are repeated, but for those that the template names; `profile set` uses only the profile.
 */
export type CommandHint = (words: TemplateStringsArray, ...values: readonly unknown[]) => string;

export function commandHint({ profile, api, tokenFile }: Addressed): CommandHint {
  const repeated: [option: string, value: string | undefined][] = [
    ['--profile', profile],
    ['--api', api === undefined || isPlainAddress(api) ? api : 'URL'],
    ['--token-file', tokenFile === '-' || looksLikeSecret(tokenFile ?? '') ? 'FILE' : tokenFile],
  ];
  return (words, ...values) => {
    const command = String.raw({ raw: words }, ...values.map((value) => shellWord(String(value))));
    const used = command.startsWith('profile set ') ? repeated.slice(0, 1) : repeated;
    const others = used.flatMap(([option, value]) => (value === undefined || words.some((part) => part.includes(`${option} `)) ? [] : [`${option} ${shellWord(value)}`]));
    return ['physio', command, ...others].join(' ');
  };
}

/** An address that holds more than a server and a path may hold a password or a token. */
function isPlainAddress(text: string): boolean {
  return /^[a-z]+:\/\/[^@?#]+$/i.test(text);
}
