import { InvalidArgumentError, Option, type Command } from '@commander-js/extra-typings';

const MAX_TIMEOUT_SECONDS = 86_400;
/** The delay doubles with each retry, from 0.3 s. */
const MAX_RETRIES = 8;

/** Declares the options that every command takes. */
export function addSharedOptions(program: Command) {
  return program
    .option('--json [fields]', 'Print JSON: all fields, or the named ones, separated by commas', moreFields)
    .option('-o <format>', 'Format: table; csv for spreadsheets; json, ndjson, tsv or value for programs', format)
    .option('--profile <name>', 'Profile to use')
    .option('--api <url>', 'API address')
    .option('--token-file <file>', 'Private file with the access token; - reads stdin or prompts')
    .option('--timeout <seconds>', 'Per-request timeout; total timeout for wait and pay', seconds)
    .option('--retry <n>', 'Retries of a read after a network or server failure (default 2)', retries)
    .option('-y, --yes', 'Answer yes to all prompts')
    .option('--no-input', 'Never prompt')
    .option('-q, --quiet', 'Print only data, warnings and errors')
    .option('--verbose', 'Log each API call to stderr')
    .option('--debug', 'Log requests, responses and channel frames to stderr, without secrets')
    .option('--show-phones', 'Show phone numbers unmasked')
    .addOption(new Option('--color <when>', 'Use colors').choices(['auto', 'always', 'never'] as const))
    .option('--no-color', 'Disable colors');
}

/** The program with its shared options, to which commands are added. */
export type Program = ReturnType<typeof addSharedOptions>;

export type SharedOptions = ReturnType<Program['opts']>;

/** Some programs have an equals sign between a short option and its value. */
function format(text: string): string {
  return text.replace(/^=/, '');
}

/** Each use of the option adds to the fields before. One without fields means all. */
function moreFields(text: string, before: string | true = ''): string {
  return text === '' || before === '' || before === true ? text : `${before},${text}`;
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= MAX_TIMEOUT_SECONDS) return value;
  throw new InvalidArgumentError('Enter a number of seconds greater than 0, up to 86400 (one day).');
}

function retries(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0 && value <= MAX_RETRIES) return value;
  throw new InvalidArgumentError(`Enter a whole number from 0 to ${MAX_RETRIES}.`);
}
