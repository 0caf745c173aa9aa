// Compares sandbox/reports/otlp.proto, by which the sandbox validates reports, with the published definitions of OTLP.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { installTools } from './install-tools.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const tools = path.join(root, 'tools/otlp');
const PUBLISHED = path.join(tools, 'node_modules/@elastic/mockotlpserver/opentelemetry/proto');
const FILES = ['common', 'resource', 'logs', 'metrics', 'collector/logs', 'collector/metrics'];
/** What OTLP added after 1.4.0, the version of the published definitions. */
const SINCE_1_5 = ['LogRecord.eventName 12 string'];
/** What no request of logs or metrics contains: files of messages, flags' masks, answers and services. */
const NOT_SENT = ['LogsData', 'MetricsData', 'LogRecordFlags', 'DataPointFlags'];

const camelCase = (name) => name.replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Each field and each value of an enumeration as a line, with its number, type, repetition and oneof. */
function linesIn(namespace, prefix = '') {
  return namespace.nestedArray.flatMap((each) => {
    if (each instanceof protobuf.Enum)
      return Object.entries(each.values).map(([name, number]) => `${each.name}.${name} ${number}`);
    if (each instanceof protobuf.Type) {
      const name = prefix + each.name;
      const fields = each.fieldsArray.map(({ name: field, id, type, repeated, partOf }) => {
        const group = partOf ? ` in ${partOf.isProto3Optional ? 'optional' : partOf.name}` : '';
        return `${name}.${camelCase(field)} ${id} ${type.split('.').at(-1)}${repeated ? ' repeated' : ''}${group}`;
      });
      return [...fields, ...linesIn(each, `${name}.`)];
    }
    return each instanceof protobuf.Namespace ? linesIn(each) : [];
  });
}

function linesOf(files) {
  const definitions = new protobuf.Root();
  for (const file of files) protobuf.parse(readFileSync(file, 'utf8'), definitions, { keepCase: true });
  definitions.resolveAll();
  return linesIn(definitions);
}

installTools(tools);
const ours = linesOf([path.join(root, 'sandbox/reports/otlp.proto')]);
const published = linesOf(
  FILES.map((name) =>
    path.join(PUBLISHED, name, 'v1', `${path.basename(name)}${name.startsWith('collector') ? '_service' : ''}.proto`),
  ),
).filter((line) => !NOT_SENT.includes(line.split('.')[0]) && !/^Export\w+(Response|Success)\./.test(line));
const expected = [...published, ...SINCE_1_5];
const missing = expected.filter((line) => !ours.includes(line));
const invented = ours.filter((line) => !expected.includes(line));
for (const line of missing) console.log(`missing   ${line}`);
for (const line of invented) console.log(`invented  ${line}`);
console.log(`${ours.length} fields and values, ${missing.length} missing, ${invented.length} invented`);
process.exitCode = missing.length + invented.length === 0 && ours.length > 100 ? 0 : 1;
