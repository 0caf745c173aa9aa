import { once } from 'node:events';
import { maskPhones } from '../core/phone.ts';
import { Problem, stackOf } from '../core/problem.ts';
import { commandHint, type TargetOptions, type CommandHint } from './command-hint.ts';
import { EXIT, exitCodeOf, problemMessage, type ExitCode } from './exit-codes.ts';
import type { TextOutput } from './cli-environment.ts';
import { table } from './table.ts';
import { problemOf } from './problem-of.ts';
import { plain, safeJson } from './text.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Colour = 'red' | 'green' | 'yellow' | 'dim';

/** A column's heading and its cells. */
export type Column<Of> = readonly [heading: string, cell: (row: Of) => string | undefined];

export interface OutputOptions extends TargetOptions {
  /** True for all fields, or comma-separated field names. */
  json?: string | true;
  quiet?: boolean;
  verbose?: boolean;
  showPhones?: boolean;
  /** Off with --no-color, NO_COLOR and TERM=dumb. */
  colour: boolean;
}

const COLOURS: Record<Colour, number> = { red: 31, green: 32, yellow: 33, dim: 2 };
const CLEAR_LINE = '\r\u001b[K';
const MIN_SECRET_LENGTH = 4;

/** The only place that prints: data on stdout, everything else on stderr. */
export class Output {
  private fields: readonly string[] = [];
  private secret?: string;
  private progressShown = false;
  private isInterrupted = false;
  /** Formats the commands that messages suggest. */
  readonly hint: CommandHint;

  constructor(
    private readonly streams: { readonly stdout: TextOutput; readonly stderr: TextOutput },
    private readonly options: OutputOptions,
  ) {
    this.hint = commandHint(options);
  }

  get isJson(): boolean {
    return this.options.json !== undefined;
  }

  /** Selects the fields that --json names, or all. Throws the Problem `invalid-input` for an unknown field. */
  selectFields(fields: readonly string[]): void {
    const { json } = this.options;
    const wanted = typeof json === 'string' && json !== '' ? json.split(',').map((field) => field.trim()) : fields;
    const unknown = wanted.find((field) => !fields.includes(field));
    if (unknown !== undefined)
      throw new Problem('invalid-input', {
        message: `unknown field "${plain(unknown)}"; available fields: ${fields.join(',')}`,
      });
    this.fields = wanted;
  }

  /** Replaces this text in all further output. */
  hide(secret: string): void {
    if (secret.length >= MIN_SECRET_LENGTH) this.secret = secret;
  }

  /** A phone number, or a name that may contain one, masked unless --show-phones is given. */
  person(text: string | undefined): string | undefined {
    return this.options.showPhones ? text : text && maskPhones(text);
  }

  /** A phone number in a suggested command: unmasked, or a placeholder. */
  repeatable(phone: string): string {
    return this.options.showPhones ? phone : 'PHONE';
  }

  /** Prints one thing: its fields as JSON, or the lines. */
  record(row: Row, lines: readonly string[]): Promise<void> {
    return this.data(this.isJson ? [safeJson(this.chosen(row))] : lines.map(plain));
  }

  /** Prints many things: a JSON array, or a table. */
  async list<Of>(
    things: readonly Of[],
    row: (thing: Of) => Row,
    columns: readonly Column<Of>[],
    none: string,
  ): Promise<void> {
    if (this.isJson) return this.data([safeJson(things.map((thing) => this.chosen(row(thing))))]);
    if (things.length === 0) return this.note(none);
    const cells = things.map((thing) => columns.map(([, cell]) => plain(cell(thing) ?? '')));
    const [headings = '', ...lines] = await table([columns.map(([heading]) => heading), ...cells]);
    return this.data([this.paint('dim', headings, this.streams.stdout), ...lines]);
  }

  /** Prints the rows of a server's list. Warns about unreadable ones, and fails if all of them are. */
  async rows<Of>(
    { records, unreadable }: { records: readonly Of[]; unreadable: number },
    row: (thing: Of) => Row,
    columns: readonly Column<Of>[],
    none: string,
  ): Promise<ExitCode> {
    const isNoneReadable = records.length === 0 && unreadable > 0;
    if (!isNoneReadable || this.isJson) await this.list(records, row, columns, none);
    if (unreadable === 0) return EXIT.done;
    const left = `omitted ${unreadable} ${unreadable === 1 ? 'record' : 'records'} with an unexpected format. For details run: ${this.hint`doctor --contract`}`;
    if (isNoneReadable) return this.refuse(left);
    this.warn(left);
    return EXIT.done;
  }

  /** Prints one of many things as soon as it is known. */
  item(row: Row, line: string, colour?: Colour): Promise<void> {
    if (this.isJson) return this.data([safeJson(this.chosen(row))]);
    return this.data([colour ? this.paint(colour, plain(line), this.streams.stdout) : plain(line)]);
  }

  /** Aligned names and values; undefined values are omitted. */
  pairs(pairs: readonly (readonly [name: string, value: string | undefined])[]): string[] {
    const longest = Math.max(...pairs.map(([name]) => name.length));
    return pairs.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(longest)}  ${value}`]));
  }

  /** Prints a note on stderr, unless --quiet is given. */
  note(text: string): void {
    if (!this.options.quiet) this.beside(plain(text));
  }

  /** Prints lines on stderr unchanged, such as a QR code. */
  picture(lines: string): void {
    this.beside(lines);
  }

  warn(text: string): void {
    this.beside(this.paint('yellow', `physio: ${plain(text)}`, this.streams.stderr));
  }

  trace(text: string): void {
    if (this.options.verbose) this.beside(this.paint('dim', plain(text), this.streams.stderr));
  }

  /** Prints the stack of an error of this program, with --verbose. */
  stack(text: string): void {
    for (const line of text.split('\n')) this.trace(maskPhones(line));
  }

  /** Converts a thrown value to a Problem. Prints the stack of an error of this program, with --verbose. */
  caught(thrown: unknown): Problem {
    const problem = problemOf(thrown);
    if (problem.code === 'internal') this.stack(stackOf(problem));
    return problem;
  }

  /** Prints a failure and returns its exit code. */
  fail(thrown: unknown): ExitCode {
    const problem = this.caught(thrown);
    return this.refuse(problemMessage(problem, this.hint), exitCodeOf(problem));
  }

  /** Prints an error message and returns the exit code. */
  refuse(text: string, code: ExitCode = EXIT.failed): ExitCode {
    this.beside(this.paint('red', `physio: ${plain(text)}`, this.streams.stderr));
    return code;
  }

  /** Rewrites the progress line, on a terminal only. */
  progress(text: () => string): void {
    if (this.isInterrupted || this.options.quiet || !this.streams.stderr.isTTY) return;
    this.streams.stderr.write(CLEAR_LINE + plain(text()));
    this.progressShown = true;
  }

  endProgress(): void {
    if (this.progressShown) this.streams.stderr.write(CLEAR_LINE);
    this.progressShown = false;
  }

  /** Clears the progress line for good, because an interrupted command still runs for a moment. */
  interrupt(): void {
    this.isInterrupted = true;
    this.endProgress();
  }

  private chosen(row: Row): Row {
    return Object.fromEntries(this.fields.map((field) => [field, row[field] ?? null]));
  }

  private async data(lines: readonly string[]): Promise<void> {
    this.endProgress();
    const text = lines.map((line) => `${line}\n`).join('');
    const { stdout } = this.streams;
    const isFull = !stdout.write(this.withoutSecret(text));
    if (isFull && !stdout.errored) await once(stdout, 'drain').catch(() => undefined); // main.ts handles the stream's errors
  }

  private beside(text: string): void {
    this.endProgress();
    this.streams.stderr.write(`${this.withoutSecret(text)}\n`);
  }

  private paint(colour: Colour, text: string, stream: TextOutput): string {
    return this.options.colour && stream.isTTY ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  }

  private withoutSecret(text: string): string {
    return this.secret === undefined ? text : text.replaceAll(this.secret, '[token]');
  }
}
