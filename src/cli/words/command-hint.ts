import { looksLikeSecret } from './secret-text.ts';
import { shellWord } from './text.ts';

/** The options that choose server and account. The environment is not included: it applies to the next command as well. */
export interface TargetOptions {
  profile?: string;
  api?: string;
  tokenFile?: string;
}

/**
 * Formats a command that a message suggests, as a template tag without the program's name. It quotes the values for a POSIX shell and repeats
 * the options that choose server and account, except those in the template and those that change nothing; `profile set` uses only the profile,
 * and `profile use` none of them.
 */
export interface CommandHint {
  (words: TemplateStringsArray, ...values: readonly unknown[]): string;
  /** The server and the profile of the command in words, once they are known. */
  server?: string;
  /** What to do about a token that the server rejects, if it does not come from the profile. */
  replaceToken?: string;
  /** True if no such profile exists yet: only the commands that create it may name it. */
  isNewProfile?: boolean;
  /** True if the next command has the same server without --api. */
  impliesApi?: boolean;
  /** The --timeout in seconds that gives a call more time; undefined while none is known to. */
  longerTimeout?: number;
}

export function commandHint({ profile, api, tokenFile }: TargetOptions): CommandHint {
  const repeated: [option: string, value: string | undefined][] = [
    ['--profile', profile],
    ['--api', api === undefined || isPlainAddress(api) ? api : 'URL'],
    ['--token-file', tokenFile === '-' || looksLikeSecret(tokenFile ?? '') ? 'FILE' : tokenFile],
  ];
  const hint: CommandHint = (words, ...values) => {
    const command = String.raw({ raw: words }, ...values.map((value) => shellWord(String(value))));
    const used = command.startsWith('profile use ')
      ? []
      : command.startsWith('profile set ')
        ? repeated.slice(0, 1)
        : repeated.filter(([option]) => {
            if (option === '--profile') return hint.isNewProfile !== true || command.startsWith('login');
            return option !== '--api' || hint.impliesApi !== true;
          });
    const others = used.flatMap(([option, value]) =>
      value === undefined || words.some((part) => part.includes(`${option} `)) ? [] : [`${option} ${shellWord(value)}`],
    );
    return ['physio', command, ...others].join(' ');
  };
  return hint;
}

/** Whether an address has only a server and a path; any other may contain a password or a token. */
function isPlainAddress(text: string): boolean {
  return /^[a-z]+:\/\/[^@?#]+$/i.test(text);
}
