import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { deviceKey, deviceNumberOf } from '../../../../../core/basics/device-code.ts';
import { Problem } from '../../../../../core/problem.ts';
import type { CliEnvironment } from '../../../../environment.ts';
import { withHome } from '../../../../input/home-path.ts';
import { readFailure } from '../../../../input/stdin.ts';
import { readDeviceList } from './device-list.ts';

/** A device to check. */
export interface GivenDevice {
  /** The text as given: a device number, or the link on the device. */
  code: string;
  /** Undefined if the code contains no device number. */
  sno?: string;
  /** The line of the list that contains it. */
  line?: number;
}

/** A list of devices and its size, if it is known. */
interface DeviceList {
  stream: AsyncIterable<string | Uint8Array>;
  bytes?: number;
}

/** Yields the devices of codes and lists, each device once, without storing more than the numbers. */
export class DeviceNumbers {
  private begun = 0;
  private readonly bytesRead = new Map<DeviceList, number>();
  private readonly seen = new Set<string>();
  /** What looks like a second device in a line of a list. */
  private readonly beside: { code: string; line: number }[] = [];

  constructor(private readonly sources: readonly (string | DeviceList)[]) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<GivenDevice, undefined> {
    for await (const { code, line } of this.codes()) {
      const sno = deviceNumberOf(code);
      const key = deviceKey(sno ?? code);
      if (this.seen.has(key)) continue;
      this.seen.add(key);
      yield { code, sno, line };
    }
    return undefined;
  }

  /** What looks like a second device in a line of a list, and was none of the devices so far. */
  get leftOut(): string[] {
    const others = this.beside.filter(({ code }) => !this.seen.has(deviceKey(deviceNumberOf(code) ?? code)));
    return others.map(({ code, line }) => `${code} (line ${line})`);
  }

  /** The share that was yielded, 0 to 1; undefined if the total is unknown. */
  get share(): number | undefined {
    const lists = this.sources.filter((source) => typeof source !== 'string');
    if (lists.length === 0) return this.begun / this.sources.length;
    let [read, total] = [0, 0];
    for (const list of lists) {
      if (list.bytes === undefined) return undefined;
      read += this.bytesRead.get(list) ?? 0;
      total += list.bytes;
    }
    return Math.min(read / Math.max(total, 1), 1);
  }

  private async *codes(): AsyncGenerator<{ code: string; line?: number }, void> {
    for (const source of this.sources) {
      this.begun += 1;
      if (typeof source === 'string') yield { code: source };
      else yield* this.listed(source);
    }
  }

  private async *listed(list: DeviceList): AsyncGenerator<{ code: string; line: number }, void> {
    for await (const { code, line, another } of readDeviceList(list.stream, (bytes) =>
      this.bytesRead.set(list, bytes),
    )) {
      if (another !== undefined) this.beside.push({ code: another, line });
      yield { code, line };
    }
  }
}

/** The arguments and the files, with stdin in place of the first `-`. Throws the Problem `invalid-input` if a file cannot be read. */
export async function sourcesOf(
  codes: readonly string[],
  files: readonly string[],
  environment: CliEnvironment,
): Promise<(string | DeviceList)[]> {
  const paths = files.filter((file) => file !== '-');
  const given = paths.length === files.length ? codes : [...codes, '-'];
  const first = given.indexOf('-');
  const sources = given.flatMap((code, at): (string | DeviceList)[] => {
    if (code !== '-') return [code];
    return at === first ? [{ stream: environment.stdin, bytes: environment.stdinBytes }] : [];
  });
  for (const path of paths) sources.push(await listIn(path, environment));
  return sources;
}

async function listIn(file: string, environment: CliEnvironment): Promise<DeviceList> {
  const path = resolve(environment.directory, withHome(file, environment));
  try {
    const opened = await open(path);
    const stats = await opened.stat();
    if (!stats.isDirectory())
      return { stream: opened.createReadStream(), bytes: stats.isFile() ? stats.size : undefined };
    await opened.close();
  } catch (cause) {
    throw unreadable(file, readFailure(cause));
  }
  throw unreadable(file, 'it is a directory');
}

function unreadable(file: string, why: string): Problem {
  return new Problem('invalid-input', { message: `Could not read --file ${file}: ${why}` });
}
