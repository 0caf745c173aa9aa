// @vitest-environment happy-dom
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { CameraScanner } from '../../src/adapters/browser/camera-scanner.ts';
import { WeChatScanner } from '../../src/adapters/browser/wechat-scanner.ts';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits-device-channel.ts';
import { readFrame } from '../../src/adapters/gizwits-frames.ts';
import { RECEIVED } from '../../src/adapters/gizwits-received.ts';
import { FileAppStorage } from '../../src/adapters/node/file-app-storage.ts';
import type { ChannelEvent } from '../../src/ports/device-channel.ts';
import { ViewfinderStore } from '../../src/ui/stores/viewfinder-store.ts';
import { plantedError, plantInDecoder } from '../helpers/planted.ts';
import { addressAt } from './gizwits-cloud.ts';
import { answering } from './test-connection.ts';
import { TestSocket } from './test-socket.ts';

const PLANTED = plantedError().message;
const fault = () => {
  throw plantedError();
};

describe('The device channel', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('does not take an error of whoever listens for a bad frame, and goes on', async () => {
    const sockets: TestSocket[] = [];
    const events: ChannelEvent[] = [];
    let isFaulty = false;
    const openSocket = () => {
      sockets.push(new TestSocket(0, (socket, cmd) => cmd !== 'c2s_read' && answering(socket, cmd)));
      return sockets.at(-1) as TestSocket;
    };
    const connection = new GizwitsDeviceChannel({ openSocket, secure: true }).open(addressAt(80), (event) => {
      if (isFaulty) fault();
      events.push(event);
    });
    onTestFinished(() => connection.close());
    await vi.advanceTimersByTimeAsync(100);
    const news = (OnOff: number) => sockets[0]?.says('s2c_noti', { did: 'did-1', attrs: { OnOff } });
    isFaulty = true;
    expect(() => news(1)).toThrow(PLANTED);
    isFaulty = false;
    news(0);
    expect(events.filter(({ kind }) => kind === 'failure' || kind === 'attributes')).toEqual([
      { kind: 'attributes', attributes: { OnOff: 0 } },
    ]);
    expect(sockets).toHaveLength(1);
  });

  test('does not take an error where frames are decoded for a frame that nobody knows', () => {
    const frame = JSON.stringify({ cmd: 's2c_noti', data: { did: 'did-1', attrs: {} } });
    expect(readFrame(frame)).toMatchObject({ cmd: 's2c_noti' });
    expect(readFrame('{"cmd":')).toBeUndefined();
    plantInDecoder({ answer: RECEIVED.s2c_noti });
    expect(() => readFrame(frame)).toThrow(PLANTED);
  });
});

describe('The files of the command line', () => {
  function directory(): string {
    const made = mkdtempSync(path.join(tmpdir(), 'physio-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  test('cannot be used where the system says so, and not by an error of the program', () => {
    const storage = new FileAppStorage('/dev/null/nowhere');
    expect(() => storage.write('session', 'key', 'text')).toThrow(expect.objectContaining({ code: 'storage' }));
    const faulty = { replace: fault } as unknown as string;
    expect(() => new FileAppStorage(directory()).read('session', faulty)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: PLANTED }),
    );
  });
});

describe('A scanner', () => {
  test('is not called unavailable for an error of the program', async () => {
    const scanner = new WeChatScanner({ ready: async () => fault() });
    await expect(scanner.scan()).rejects.toMatchObject({ code: 'internal', message: PLANTED });
  });

  test('with a camera hands an error of the program to the page, and leaves the number to be typed', async () => {
    const uncaught = new Promise<unknown>((resolve) => {
      const queued = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => {
        try {
          task();
        } catch (thrown) {
          resolve(thrown);
        }
      });
      onTestFinished(() => queued.mockRestore());
    });
    const viewfinder = new ViewfinderStore();
    const stream = { getTracks: () => [], getVideoTracks: () => [] } as unknown as MediaStream;
    const scanner = new CameraScanner(viewfinder, '', {
      openCamera: async () => stream,
      loadReader: async () => async () => 'text',
      pictureOf: fault,
    });
    const scanning = scanner.scan();
    await vi.waitFor(() => expect(viewfinder.stream).toBe(stream));
    viewfinder.playing(document.createElement('video'));
    expect(await uncaught).toMatchObject({ message: PLANTED });
    viewfinder.scan?.type('PL1001');
    expect(await scanning).toEqual({ kind: 'scanned', text: 'PL1001' });
  });
});
