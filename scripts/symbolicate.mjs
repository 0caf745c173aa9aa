// Turns the stacks of reported errors into files, lines and function names of the sources.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'vite';

const USAGE = `Usage: npm run symbolicate -- [FILE] [--build ID] [--maps DIR]

Reads reported errors from FILE, or from the standard input (also -): a stack with lines "at NAME (assets/FILE.js:LINE:COLUMN)",
or JSON, one value or one per line: an OTLP export of logs, an answer of Loki, the logs that Grafana downloads, or the
output of logcli --output jsonl --include-common-labels. Prints each stack with the files, lines and functions of the sources.

Options:
  --build ID  the build of a stack that does not name its own. Default: for each file, a build that has it
  --maps DIR  the folder that has a folder of source maps for each build. Default: dist/maps
  --help      show this help

Exit codes: 0 everything was found, 1 something was not found or not understood, 2 wrong usage.`;

/** A line break, also one that is escaped, as in a string that was copied out of JSON. */
const BREAK = /\r?\n|(?:\\+r)?\\+n/;
/** A line of a stack, which may end as a string of JSON does. */
const FRAME = /^.*?(assets\/([\w~.-]+\.js)):(\d+):(\d+)\)?["',\\\s]*$/;
/** How many places of scripts a line names. */
const placesIn = (line) => line.match(/assets\/\S*?\.js:\d/g)?.length ?? 0;
const FRAME_PARTS = /^\s*(?:at )?\s*(.*?)\s*[(@]?(?:https?:\S*\/)?$/;

/** An input that cannot be answered; the message says why and what to do. */
class Unanswered extends Error {}

/** The source maps of builds: a folder for each build id. */
export class SourceMaps {
  #maps = new Map();
  #programs = new Map();

  constructor(directory) {
    this.directory = directory;
  }

  builds() {
    try {
      return readdirSync(this.directory)
        .filter((name) => statSync(path.join(this.directory, name), { throwIfNoEntry: false })?.isDirectory())
        .toSorted();
    } catch {
      return [];
    }
  }

  /** A build that has a map of this file: its name contains a hash of its content. Throws if there is none. */
  buildWith(file) {
    const build = this.builds().find((id) => existsSync(path.join(this.directory, id, `${file}.map`)));
    if (build === undefined) throw new Unanswered(`no build has a map of ${file}. ${this.#remedy()}`);
    return build;
  }

  /** The place in the sources, with the name of the innermost named function around it. Throws without a map. */
  locate(build, { file, line, column }) {
    const map = this.#mapOf(build, file);
    const { fileName, lineNumber, columnNumber } = map.findOrigin(line, column);
    // For a line that the script does not have, findOrigin counts on from the nearest one.
    const isMapped = map.findEntry(line - 1, column - 1).generatedLine === line - 1;
    if (fileName === undefined || !isMapped)
      throw new Unanswered(`build ${build} has no place ${file}:${line}:${column}`);
    const source = map.payload.sourcesContent?.[map.payload.sources.indexOf(fileName)];
    const name = source && this.#functionAt(`${build} ${fileName}`, fileName, source, lineNumber, columnNumber);
    return { file: fileName, line: lineNumber, column: columnNumber, name };
  }

  #mapOf(build, file) {
    const key = `${build}/${file}.map`;
    if (!this.#maps.has(key)) this.#maps.set(key, new SourceMap(this.#read(build, file)));
    return this.#maps.get(key);
  }

  #read(build, file) {
    if (!this.builds().includes(build))
      throw new Unanswered(`no source maps of the build ${build} in ${this.directory}. ${this.#remedy()}`);
    try {
      return JSON.parse(readFileSync(path.join(this.directory, build, `${file}.map`), 'utf8'));
    } catch (thrown) {
      const reason = thrown.code === 'ENOENT' ? 'has no map' : 'has a damaged map';
      throw new Unanswered(`the build ${build} ${reason} of ${file}: ${path.join(this.directory, build)}`);
    }
  }

  #remedy() {
    if (existsSync(this.directory) && readdirSync(this.directory).some((name) => name.endsWith('.map')))
      return `${this.directory} is the folder of one build: name the folder above it with --maps`;
    const there = this.builds().join(', ') || 'none';
    const what = existsSync(this.directory) ? `There: ${there}` : `There is no folder ${this.directory}`;
    return `${what}. The same sources make the same build: check out the commit that version.json of the build names, run npm ci && npm run build, or name another folder with --maps`;
  }

  #functionAt(key, file, source, line, column) {
    if (!this.#programs.has(key)) this.#programs.set(key, parseSync(path.basename(file), source).program);
    const lineStart = source
      .split('\n')
      .slice(0, line - 1)
      .reduce((sum, each) => sum + each.length + 1, 0);
    return innermostName(this.#programs.get(key), lineStart + column - 1);
  }
}

/** The name of the innermost named function around an offset of a program. */
function innermostName(program, offset) {
  let name;
  const visit = (node, parents) => {
    if (node === null || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach((each) => visit(each, parents));
    if (typeof node.type !== 'string' || offset < node.start || offset >= node.end) return;
    if (/Function/.test(node.type)) name = nameOf(node, parents) ?? name;
    for (const value of Object.values(node)) visit(value, [node, ...parents]);
  };
  visit(program, []);
  return name;
}

function nameOf({ id }, [parent, , classOfParent]) {
  if (id) return id.name;
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.name;
    case 'AssignmentExpression':
      return parent.left.name ?? parent.left.property?.name;
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return [classOfParent?.id?.name, parent.key.name].filter(Boolean).join('.') || undefined;
    case 'Property':
      return parent.key.name;
    default:
      return undefined;
  }
}

/** One line of a stack; undefined for any other line, and for one with several places. */
function frameOf(line) {
  const match = FRAME.exec(line);
  if (!match || placesIn(line) > 1) return undefined;
  const [, place, file, row, column] = match;
  const [, name = ''] = FRAME_PARTS.exec(line.slice(0, line.indexOf(place))) ?? [];
  return { file, line: Number(row), column: Number(column), name };
}

/**
 * A stack with the places of the sources. A line without a place stays as it is, and so does one that is not found or not
 * understood: then `onMissing` is called with the reason.
 */
function symbolicateStack(stack, maps, { build, onMissing }) {
  const symbolicated = stack.split(BREAK).map((line) => {
    const frame = frameOf(line);
    if (!frame) {
      if (placesIn(line) > 0) onMissing(`not understood: ${line.trim()}`);
      return line;
    }
    try {
      const found = maps.locate(build ?? maps.buildWith(frame.file), frame);
      const place = `${found.file}:${found.line}:${found.column}`;
      const name = found.name ?? (/^\w/.test(frame.name) ? `minified ${frame.name}` : undefined);
      return name ? `    at ${name} (${place})` : `    at ${place}`;
    } catch (thrown) {
      if (!(thrown instanceof Unanswered)) throw thrown;
      onMissing(thrown.message);
      return line;
    }
  });
  return symbolicated.join('\n');
}

/** The attributes of OTLP under the names that Loki gives them. */
const factsOf = (attributes = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key.replaceAll('.', '_'), value?.stringValue]));

/** The log records in one value of JSON: their attributes under Loki's names, with `event` and `time`. Throws for any other value. */
function recordsIn(exported) {
  const { resourceLogs, data, streams = data?.result, stream, values, line, timestamp } = exported ?? {};
  if (resourceLogs)
    return resourceLogs.flatMap(({ resource, scopeLogs = [] }) =>
      scopeLogs
        .flatMap(({ logRecords = [] }) => logRecords)
        .map(({ eventName, timeUnixNano, attributes }) => ({
          ...factsOf(resource?.attributes),
          ...factsOf(attributes),
          event: eventName,
          time: timeUnixNano,
        })),
    );
  if (streams) return streams.flatMap(recordsIn);
  if (stream && values)
    return values.map(([time, event, more]) => ({ ...stream, ...more?.structuredMetadata, event, time }));
  const facts = exported?.labels ?? exported?.fields;
  if (facts) return [{ ...facts, event: line, time: timestamp }];
  throw new Unanswered(`not understood: ${JSON.stringify(exported).slice(0, 100)}`);
}

/** A time in ns, as OTLP and Loki have it, or in words, as logcli has it. */
function timeOf(text) {
  const ms = /^\d+$/.test(text) ? Number(text) / 1e6 : Date.parse(text);
  return ms > 0 ? new Date(ms).toISOString() : undefined;
}

function titleOf({
  event,
  exception_type: type,
  physio_origin: origin,
  url_template: route,
  physio_build_id: build,
  time,
}) {
  return [event, type, origin, route, build && `build ${build}`, timeOf(time)].filter(Boolean).join(' · ');
}

/** The text of a file, or of the standard input. */
function textOf(file) {
  if (file === undefined || file === '-') return readFileSync(0, 'utf8');
  if (!existsSync(file)) throw new TypeError(`no file ${file}`);
  return readFileSync(file, 'utf8');
}

/** The values in a text: one of JSON, or one per line. Undefined if the text is no JSON. */
function valuesIn(text) {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return [JSON.parse(text)].flat();
  } catch {
    return text.split('\n').flatMap((line, at) => {
      if (line.trim() === '') return [];
      try {
        return JSON.parse(line);
      } catch {
        throw new Unanswered(`line ${at + 1} is not JSON`);
      }
    });
  }
}

/** Symbolicates a stack or an export of logs. Throws if the text contains no stack. */
export function symbolicate(text, maps, { build, onMissing = () => {} } = {}) {
  const values = valuesIn(text);
  if (!values) {
    if (placesIn(text) === 0)
      throw new Unanswered('no line of a stack found; expected lines "at NAME (assets/FILE.js:LINE:COLUMN)"');
    return symbolicateStack(text.trimEnd(), maps, { build, onMissing });
  }
  const records = values.flatMap(recordsIn).filter(({ exception_stacktrace: stack }) => stack);
  if (records.length === 0)
    throw new Unanswered(
      'no log record has an exception.stacktrace. logcli leaves out what all records have in common without --include-common-labels',
    );
  return records
    .map((record) => {
      const { exception_stacktrace: stack, physio_build_id: id = build } = record;
      return `${titleOf(record)}\n${symbolicateStack(stack, maps, { build: id, onMissing })}`;
    })
    .join('\n\n');
}

function run(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { build: { type: 'string' }, maps: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(USAGE);
  if (positionals.length > 1) throw new TypeError('one file at most');
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  const maps = new SourceMaps(values.maps ?? path.relative('', path.join(root, 'dist/maps')));
  const missing = new Set();
  const onMissing = (reason) => void missing.add(reason);
  console.log(symbolicate(textOf(positionals[0]), maps, { build: values.build, onMissing }));
  for (const reason of missing) console.error(`symbolicate: ${reason}`);
  if (missing.size > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    run(process.argv.slice(2));
  } catch (thrown) {
    const isUsage = thrown instanceof TypeError && !(thrown instanceof Unanswered);
    console.error(`symbolicate: ${thrown.message}${isUsage ? '; see --help' : ''}`);
    process.exitCode = isUsage ? 2 : 1;
  }
}
