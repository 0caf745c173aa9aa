import { once } from 'node:events';
import { maskedNumber, maskPhones } from '../../core/basics/phone.ts';
import { Problem, stackOf } from '../../core/problem.ts';
import { closest } from './closest.ts';
import { commandHint, type TargetOptions, type CommandHint } from '../words/command-hint.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../words/exit-codes.ts';
import { errorFields, failureOf, failureText, type Failure } from '../words/failure.ts';
import type { TextOutput } from '../environment.ts';
import { BYTE_ORDER_MARK, csvLine, hasJsonErrors, isMachineFormat, tsvLine } from './output-format.ts';
import { padded, table } from './table.ts';
import type { Pages } from '../commands/pages.ts';
import { problemOf } from '../words/problem-of.ts';
import { ProgressLine, type ProgressStreams } from './progress-line.ts';
import { counted, plain, safeJson } from '../words/text.ts';

export type Row = Readonly<Record<string, unknown>>;
export type TextColour = 'red' | 'green' | 'yellow' | 'dim';

/** A column's heading and its cells. */
export type Column<Of> = readonly [heading: string, cell: (row: Of) => string | undefined];

export interface OutputOptions extends TargetOptions {
  /** True for all fields, or comma-separated field names. */
  json?: string | true;
  /** The value of `-o`. */
  o?: string;
  quiet?: boolean;
  verbose?: boolean;
  debug?: boolean;
  showPhones?: boolean;
  /** `auto`: on a terminal. */
  colour: 'auto' | 'always' | 'never';
}

const COLOURS: Record<TextColour, number> = { red: 31, green: 32, yellow: 33, dim: 2 };
const JSON_INDENT = 2;
const MIN_SECRET_LENGTH = 4;
/** A shorter number could be any other one in the output. */
const MIN_PHONE_LENGTH = 7;

/** The only place that prints: data on stdout, everything else on stderr. */
export class Output {
  private fields: readonly string[] = [];
  private secret?: string;
  private typedPhone?: string;
  /** A header line was printed. */
  private hasHeader = false;
  private extension?: { row: Row; line: string };
  private readonly progressLine: ProgressLine;
  private isSilent = false;
  private readonly stacks = new Set<string>();
  /** Formats the commands that messages suggest. */
  readonly hint: CommandHint;

  constructor(
    private readonly streams: { readonly stdout: TextOutput } & ProgressStreams,
    private readonly options: OutputOptions,
    /** One of those that the command offers. */
    readonly format: string,
  ) {
    this.hint = commandHint(options);
    this.progressLine = new ProgressLine(streams);
  }

  /** A program reads the data. */
  get isMachine(): boolean {
    return isMachineFormat(this.format);
  }

  /** stdout is a terminal. */
  get isTerminal(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** Whether a field is printed. Tables may contain each of them. */
  shows(field: string): boolean {
    return !this.isMachine || this.fields.includes(field);
  }

  /** Prints no notes, warnings and errors from now on. */
  silence(): void {
    this.isSilent = true;
  }

  /** Tables have aligned columns, otherwise columns separated by tabs. */
  private get isAligned(): boolean {
    return this.isTerminal || this.options.o === 'table';
  }

  /** Selects the fields that --json names, or all. Throws the Problem `invalid-input` for an unknown field. */
  selectFields(fields: readonly string[]): void {
    const { json } = this.options;
    const wanted = typeof json === 'string' && json !== '' ? json.split(',').map((field) => field.trim()) : fields;
    const unknown = wanted.find((field) => !fields.includes(field));
    if (unknown !== undefined)
      throw new Problem('invalid-input', {
        message: `Unknown field: ${unknown === '' ? '(empty)' : plain(unknown)}${closest(unknown, fields)}; available fields: ${fields.join(',')}`,
      });
    this.fields = wanted;
  }

  /** Leaves out these fields, unless --json names fields. */
  omitFields(omitted: readonly string[]): void {
    if (!this.options.json || this.options.json === true)
      this.fields = this.fields.filter((field) => !omitted.includes(field));
  }

  /** Replaces this text in all further output. */
  hide(secret: string): void {
    if (secret.length >= MIN_SECRET_LENGTH) this.secret = secret;
  }

  /** Masks this phone number in all further output, also where its form does not show what it is, unless --show-phones is given. */
  hidePhone(number: string): void {
    const digits = number.replaceAll(/\D/g, '');
    if (digits.length >= MIN_PHONE_LENGTH && !this.showsPhones) this.typedPhone = digits;
  }

  get showsPhones(): boolean {
    return this.options.showPhones === true;
  }

  /** A phone number, masked unless --show-phones is given. */
  phone(number: string | undefined): string | undefined {
    return this.showsPhones ? number : number && maskedNumber(number);
  }

  /** A name or a word of the server, for example of a device or a shop. The phone numbers in it are masked unless --show-phones is given. */
  name(text: string | undefined): string | undefined {
    return this.showsPhones ? text : text && maskPhones(text);
  }

  /** A phone number in a suggested command: unmasked, or a placeholder. */
  repeatable(phone: string): string {
    return this.showsPhones ? phone : 'PHONE';
  }

  /** Adds these fields to each record from now on, and a first line. */
  extendRecords(row: Row, line: string): void {
    this.extension = { row, line };
  }

  /** Prints one thing: its fields for programs, or the lines. */
  record(itsRow: Row, itsLines: readonly string[]): Promise<void> {
    const { extension } = this;
    const row = { ...itsRow, ...extension?.row };
    const lines = extension ? [extension.line, ...itsLines] : itsLines;
    if (!this.isMachine) return this.data(lines.map((line) => line.split('\t').map(plain).join('\t')));
    return this.format === 'json' ? this.data([this.json(this.chosen(row))]) : this.lines([row]);
  }

  /** Prints many things: a JSON array, lines for programs, or a table. */
  async list<Of>(
    things: readonly Of[],
    row: (thing: Of) => Row,
    columns: readonly Column<Of>[],
    none: string,
  ): Promise<void> {
    if (this.format === 'json') return this.data([this.json(things.map((thing) => this.chosen(row(thing))))]);
    if (this.isMachine) return this.lines(things.map(row));
    if (things.length === 0) return this.note(none);
    const cells = things.map((thing) => columns.map(([, cell]) => plain(cell(thing) ?? '')));
    const rows = [columns.map(([heading]) => heading), ...cells];
    const [headings = '', ...lines] = this.isAligned ? await table(rows) : rows.map(tsvLine);
    return this.data([this.paint('dim', headings, this.streams.stdout), ...lines]);
  }

  /**
   * Prints the rows of a server's list. Warns about unreadable ones. Fails if all of them are, if any is of a list that was
   * asked for as a whole, or if any is `missing`.
   */
  async rows<Of>(
    { records, unreadable, missing }: Pages<Of>,
    row: (thing: Of) => Row,
    columns: readonly Column<Of>[],
    none: string,
  ): Promise<ExitCode> {
    const isNoneReadable = records.length === 0 && unreadable > 0;
    const isEmpty = unreadable === 0 && !missing;
    if (records.length > 0 || isEmpty || this.isMachine) await this.list(records, row, columns, none);
    if (missing)
      this.refuse({
        code: 'parse',
        message: `The list is not complete: the server counts ${counted(missing, 'record')} more than it sent.`,
      });
    if (unreadable === 0) return missing ? EXIT.failed : EXIT.done;
    const left: Failure = {
      code: 'parse',
      message: `Omitted ${counted(unreadable, 'record')} with an unexpected format.`,
      hint: `For details run: ${this.hint`doctor --contract`}`,
    };
    if (isNoneReadable || missing !== undefined) return this.refuse(left);
    this.warn(failureText(left));
    return EXIT.done;
  }

  /**
   * Prints one of many things as soon as it is known. The words of a line are aligned to the widths, which are known in advance, or
   * separated by tabs off a terminal.
   */
  async item(
    row: Row,
    line: string | readonly string[],
    colour?: TextColour,
    widths: readonly number[] = [],
  ): Promise<void> {
    if (this.isMachine) return this.format === 'json' ? this.data([safeJson(this.chosen(row))]) : this.lines([row]);
    const words = (typeof line === 'string' ? [line] : line).map(plain);
    const text = this.isAligned ? await padded(words, widths) : tsvLine(words);
    return this.data([colour ? this.paint(colour, text, this.streams.stdout) : text]);
  }

  /** Names and values, aligned on a terminal; undefined values are omitted. */
  pairs(pairs: readonly (readonly [name: string, value: string | undefined])[]): string[] {
    const longest = Math.max(...pairs.map(([name]) => name.length));
    const nameCell = (name: string) => (this.isAligned ? `${name.padEnd(longest)}  ` : `${name}\t`);
    return pairs.flatMap(([name, value]) => (value === undefined ? [] : [nameCell(name) + plain(value)]));
  }

  /** Prints a note on stderr, unless --quiet is given. */
  note(text: string): void {
    if (!this.options.quiet) this.diagnostic('note', { message: text }, plain(text));
  }

  /** Whether a picture on stderr is seen: nobody scans a log, a mail or the input of a program. */
  get showsPictures(): boolean {
    return !this.isMachine && !this.options.quiet && this.streams.stderr.isTTY === true;
  }

  /** Prints lines for people on stderr unchanged, such as a QR code, where they are seen. */
  picture(lines: string): void {
    if (this.showsPictures) this.writeDiagnostic(lines);
  }

  warn(text: string): void {
    this.diagnostic('warning', { message: text }, this.paint('yellow', `physio: ${plain(text)}`, this.streams.stderr));
  }

  trace(text: string): void {
    if (this.options.verbose || this.options.debug)
      this.diagnostic('trace', { message: text }, this.paint('dim', plain(text), this.streams.stderr));
  }

  /** Prints the stack of an error of this program once, with --verbose: the core reports it, and the command may end with it. */
  stack(text: string): void {
    if (this.stacks.has(text)) return;
    this.stacks.add(text);
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
    return this.refuse(failureOf(problem, this.hint), exitCodeOf(problem));
  }

  /** Prints an error and returns the exit code. */
  refuse(reason: Failure | string, exit: ExitCode = EXIT.failed): ExitCode {
    const failure = typeof reason === 'string' ? { message: reason } : reason;
    const text = this.paint('red', `physio: ${plain(failureText(failure))}`, this.streams.stderr);
    this.diagnostic('error', errorFields(failure, exit), text);
    return exit;
  }

  /** Rewrites the progress line, unless --quiet is given. `ProgressLine` says where it shows. */
  progress(text: () => string, ending = ''): void {
    if (!this.options.quiet) this.progressLine.show(() => plain(text()), ending);
  }

  endProgress(): void {
    this.progressLine.clear();
  }

  /** Whether `waiting` shows anything to anybody. */
  get showsWaiting(): boolean {
    return !this.options.quiet && !this.isMachine && this.progressLine.isSeen;
  }

  /** Says what the command waits for, unless another progress line says it already. */
  waiting(text: string, ending: string): void {
    if (this.showsWaiting) this.progressLine.show(() => plain(text), ending, 'waiting');
  }

  endWaiting(): void {
    this.progressLine.clearWaiting();
  }

  /** Clears the progress line for good: an interrupted command still runs for a moment, and an ended one may await answers. */
  endAllProgress(): void {
    this.progressLine.end();
  }

  /** Prompts on the terminal, where no progress line may write meanwhile. */
  async whilePrompting<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.progressLine.hold();
    try {
      return await ask();
    } finally {
      this.progressLine.release();
    }
  }

  private chosen(row: Row): Row {
    return Object.fromEntries(this.fields.map((field) => [field, withNulls(row[field])]));
  }

  /** JSON, indented on a terminal. */
  private json(value: unknown): string {
    return safeJson(value, this.isTerminal ? JSON_INDENT : undefined);
  }

  /** Prints rows line by line: objects, or cells, which but for bare values stand below a header line with the names of the fields. */
  private lines(rows: readonly Row[]): Promise<void> {
    if (this.format === 'ndjson') return this.data(rows.map((row) => safeJson(this.chosen(row))));
    const isCsv = this.format === 'csv';
    const line = isCsv ? csvLine : tsvLine;
    const header =
      this.hasHeader || this.format === 'value' ? [] : [(isCsv ? BYTE_ORDER_MARK : '') + line(this.fields)];
    this.hasHeader = true;
    const lines = [...header, ...rows.map((row) => line(this.fields.map((field) => row[field])))];
    return this.data(isCsv ? lines.map((each) => `${each}\r`) : lines);
  }

  /** Prints lines of a command's own format. */
  text(lines: readonly string[]): Promise<void> {
    return this.data(lines);
  }

  /** The lines as `text` prints them, for a file. */
  asText(lines: readonly string[]): string {
    return this.withoutSecret(lines.map((line) => `${line}\n`).join(''));
  }

  private async data(lines: readonly string[]): Promise<void> {
    this.endProgress();
    const { stdout } = this.streams;
    const isFull = !stdout.write(this.asText(lines));
    if (isFull && !stdout.errored) await once(stdout, 'drain').catch(() => undefined); // main.ts handles the stream's errors
  }

  /** Prints on stderr: text for people, or one JSON object per line for programs, under its kind. */
  private diagnostic(kind: 'error' | 'warning' | 'note' | 'trace', fields: Row, text: string): void {
    if (this.isSilent && kind !== 'trace') return;
    this.writeDiagnostic(hasJsonErrors(this.format) ? safeJson({ [kind]: fields }) : text);
  }

  private writeDiagnostic(text: string): void {
    this.endProgress();
    this.streams.stderr.write(`${this.withoutSecret(text)}\n`);
  }

  private paint(colour: TextColour, text: string, { isTTY }: TextOutput): string {
    const { colour: when } = this.options;
    return when === 'always' || (when === 'auto' && isTTY) ? `\u001b[${COLOURS[colour]}m${text}\u001b[0m` : text;
  }

  private withoutSecret(text: string): string {
    const { secret, typedPhone } = this;
    const shown = secret === undefined ? text : text.replaceAll(secret, '[token]');
    if (typedPhone === undefined) return shown;
    return shown.replaceAll(new RegExp(`(?<!\\d)${typedPhone}(?!\\d)`, 'g'), maskedNumber(typedPhone));
  }
}

/** The value with null for what is unknown, at any depth. */
function withNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNulls);
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withNulls(part)]));
}
