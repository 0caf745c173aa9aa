import { maskPhones } from '../core/phone.ts';
import { Problem, stackOf } from '../core/problem.ts';
import { commandHint, type Addressed, type CommandHint } from './command-hint.ts';
import { EXIT, exitCodeOf, sentenceOf, type ExitCode } from './exit-codes.ts';
import type { TextOutput } from './surroundings.ts';
import { table } from './table.ts';
import { problemOf } from './problem-of.ts';
import { plain, safeJson } from './text.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Colour = 'red' | 'green' | 'yellow' | 'dim';

/** A column's heading and what stands in it. */
export type Column<Of> = readonly [heading: string, cell: (row: Of) => string | undefined];

export interface OutputOptions extends Addressed {
  /** True for all fields, or their names separated by commas. */
  json?: string | true;
  quiet?: boolean;
  verbose?: boolean;
  showPhones?: boolean;
  /** Off with --no-color, NO_COLOR and TERM=dumb. */
  colour: boolean;
}

const COLOURS: Record<Colour, number> = { red: 31, green: 32, yellow: 33, dim: 2 };
const CLEAR_LINE = '\r\u001b[K';
const SHORTEST_SECRET = 4;

/** The only place that prints: data on stdout, everything else on stderr. */
export class Output {
  private fields: readonly string[] = [];
  private secret?: string;
  private progressShown = false;
  /** Writes the commands that messages name. */
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

  /** Says which fields there are to choose from. Throws the Problem `invalid-input` for a field that there is not. */
  offer(fields: readonly string[]): void {
    const { json } = this.options;
    const wanted = typeof json === 'string' && json !== '' ? json.split(',').map((field) => field.trim()) : fields;
    const unknown = wanted.find((field) => !fields.includes(field));
    if (unknown !== undefined)
      throw new Problem('invalid-input', { message: `there is no field "${plain(unknown)}"; the fields are: ${fields.join(',')}` });
    this.fields = wanted;
  }

  /** From now on this text is never printed, whoever says it. */
  hide(secret: string): void {
    if (secret.length >= SHORTEST_SECRET) this.secret = secret;
  }

  /** A phone number, or a name that may be one, as it may be shown. */
  person(text: string | undefined): string | undefined {
    return this.options.showPhones ? text : text && maskPhones(text);
  }

  /** A phone number as a command that is copied needs it: whole, or the placeholder where it may not be shown whole. */
  repeatable(phone: string): string {
    return this.options.showPhones ? phone : 'PHONE';
  }

  /** One thing: its fields, or the lines that tell it to a person. */
  record(row: Row, lines: readonly string[]): Promise<void> {
    return this.data(this.isJson ? [safeJson(this.chosen(row))] : lines.map(plain));
  }

  /** Many things at once: an array, or a table. */
  async list<Of>(things: readonly Of[], row: (thing: Of) => Row, columns: readonly Column<Of>[], none: string): Promise<void> {
    if (this.isJson) return this.data([safeJson(things.map((thing) => this.chosen(row(thing))))]);
    if (things.length === 0) return this.note(none);
    const cells = things.map((thing) => columns.map(([, cell]) => plain(cell(thing) ?? '')));
    const [headings = '', ...lines] = await table([columns.map(([heading]) => heading), ...cells]);
    return this.data([this.paint('dim', headings, this.streams.stdout), ...lines]);
  }

  /** The rows that a server listed. Says how many could not be read, and fails where none could. */
  async rows<Of>(
    { records, unreadable }: { records: readonly Of[]; unreadable: number },
    row: (thing: Of) => Row,
    columns: readonly Column<Of>[],
    none: string,
  ): Promise<ExitCode> {
    const isNoneReadable = records.length === 0 && unreadable > 0;
    if (!isNoneReadable || this.isJson) await this.list(records, row, columns, none);
    if (unreadable === 0) return EXIT.done;
    const left = `${unreadable} ${unreadable === 1 ? 'record' : 'records'} left out: the server sent ${unreadable === 1 ? 'it' : 'them'} in an unexpected form. For details run: ${this.hint`doctor --contract`}`;
    if (isNoneReadable) return this.refuse(left);
    this.warn(left);
    return EXIT.done;
  }

  /** One of many things, as soon as it is known. */
  item(row: Row, line: string, colour?: Colour): Promise<void> {
    if (this.isJson) return this.data([safeJson(this.chosen(row))]);
    return this.data([colour ? this.paint(colour, plain(line), this.streams.stdout) : plain(line)]);
  }

  /** Names and values, aligned; what has no value is left out. */
  pairs(pairs: readonly (readonly [name: string, value: string | undefined])[]): string[] {
    const longest = Math.max(...pairs.map(([name]) => name.length));
    return pairs.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(longest)}  ${value}`]));
  }

  /** Said beside the data, unless --quiet. */
  note(text: string): void {
    if (!this.options.quiet) this.beside(plain(text));
  }

  /** Many lines beside the data as they stand, a picture of a code for instance. */
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

  /** Returns what was thrown as a Problem. Prints the stack of an error of this program, with --verbose. */
  caught(thrown: unknown): Problem {
    const problem = problemOf(thrown);
    if (problem.code === 'internal') this.stack(stackOf(problem));
    return problem;
  }

  /** Says what broke; the exit code that stands for it. */
  fail(thrown: unknown): ExitCode {
    const problem = this.caught(thrown);
    return this.refuse(sentenceOf(problem, this.hint), exitCodeOf(problem));
  }

  /** Says why it was not done. */
  refuse(text: string, code: ExitCode = EXIT.failed): ExitCode {
    this.beside(this.paint('red', `physio: ${plain(text)}`, this.streams.stderr));
    return code;
  }

  /** A line that is written over and over, on a terminal only. */
  progress(text: () => string): void {
    if (this.options.quiet || !this.streams.stderr.isTTY) return;
    this.streams.stderr.write(CLEAR_LINE + plain(text()));
    this.progressShown = true;
  }

  endProgress(): void {
    if (this.progressShown) this.streams.stderr.write(CLEAR_LINE);
    this.progressShown = false;
  }

  private chosen(row: Row): Row {
    return Object.fromEntries(this.fields.map((field) => [field, row[field] ?? null]));
  }

  private async data(lines: readonly string[]): Promise<void> {
    this.endProgress();
    const text = lines.map((line) => `${line}\n`).join('');
    if (!this.streams.stdout.write(this.withoutSecret(text))) await new Promise<void>((resolve) => this.streams.stdout.once('drain', () => resolve()));
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
