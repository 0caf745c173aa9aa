import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';
import { GizwitsDeviceChannel } from '../src/adapters/gizwits/device-channel.ts';
import { openNodeSocket } from '../src/adapters/node/network/node-socket.ts';
import type { DeviceConnection } from '../src/ports/device-channel.ts';
import { addressAt, GizwitsCloud } from '../test/ports/gizwits-cloud.ts';
import { figureOf, type Figure } from './figure.ts';

const LINES = 50;
const SECOND = 1_000;
const PING_EVERY = 30 * SECOND;
/** Longer than the time after which a connection counts as sound, so that its loss leads to an immediate retry. */
const STANDS = 6 * SECOND;

/** One phone's connection, with the times of its last report, its last loss and its tries. */
class WatchedLine {
  heardAt = 0;
  lostAt = 0;
  tries: number[] = [];
  private readonly connection: DeviceConnection;

  constructor(port: number) {
    const openSocket = (url: string) => {
      this.tries.push(performance.now());
      return openNodeSocket(url);
    };
    this.connection = new GizwitsDeviceChannel({ openSocket, secure: false }).open(addressAt(port), (event) => {
      if (event.kind === 'attributes') this.heardAt = performance.now();
      else if (event.kind === 'line' && event.state === 'lost') this.lostAt = performance.now();
    });
  }

  close(): void {
    this.connection.close();
  }
}

/** The recovery of the device channel after each kind of loss: its real code and constants, on real sockets. */
export async function* figures(): AsyncGenerator<Figure> {
  const cloud = new GizwitsCloud();
  await cloud.start();
  const { port } = cloud;
  let lines = Array.from({ length: LINES }, () => new WatchedLine(port));
  const usable = async (since: number) => {
    while (lines.some(({ heardAt }) => heardAt < since)) await rest(10);
    return lines.map(({ heardAt }) => heardAt - since);
  };
  const lost = async (since: number) => {
    while (lines.some(({ lostAt }) => lostAt < since)) await rest(10);
    return lines.map(({ lostAt }) => lostAt - since);
  };

  const resets: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    await rest(STANDS);
    const since = performance.now();
    cloud.cut();
    resets.push(...(await usable(since)));
  }
  yield figureOf(
    {
      what: 'websocket reset → usable again',
      anchor: 'socket.io 980, reconnecting-websocket 4200',
      of: 'p95',
      atMost: SECOND,
    },
    resets,
  );

  await rest(STANDS);
  await cloud.stop();
  await rest(10 * SECOND);
  const since = performance.now();
  await cloud.start(port);
  yield figureOf(
    {
      what: 'outage of 10 s → usable after it ends',
      anchor: 'mqtt.js 900, socket.io 4700',
      of: 'longest',
      atMost: 3 * SECOND,
    },
    await usable(since),
  );

  await rest(STANDS);
  await cloud.stop();
  const deaf = await deafServer(port);
  for (const { tries } of lines) tries.splice(0);
  await rest(30 * SECOND);
  const gaps = lines.flatMap(({ tries }) => tries.slice(1).map((at, index) => at - (tries[index] ?? 0)));
  yield figureOf(
    {
      what: 'server accepts and never answers → next try',
      anchor: 'partysocket 5000, phoenix never',
      of: 'longest',
      atMost: 5 * SECOND,
    },
    gaps,
  );
  for (const line of lines) line.close();
  await deaf.close();

  await cloud.start(port);
  lines = [];
  for (let each = 0; each < LINES; each += 1) {
    lines.push(new WatchedLine(port));
    await rest(PING_EVERY / LINES);
  }
  cloud.faults = { silentPing: true };
  yield figureOf(
    {
      what: 'half-open connection → detected by the channel',
      anchor: 'socket.io 39500, most never',
      of: 'longest',
      atMost: 35.5 * SECOND,
    },
    await lost(performance.now()),
  );
  for (const line of lines) line.close();
  await cloud.stop();
}

/** A server that accepts every connection and never answers. */
async function deafServer(port: number): Promise<{ close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return {
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}
