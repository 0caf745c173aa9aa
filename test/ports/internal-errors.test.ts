// @vitest-environment happy-dom
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { InMemoryMutex } from '../../src/adapters/in-memory-mutex.ts';
import { WebLocksMutex } from '../../src/adapters/browser/web-locks-mutex.ts';
import { WeChatPaymentBridge } from '../../src/adapters/browser/wechat/wechat-payment-bridge.ts';
import { CameraScanner } from '../../src/adapters/browser/camera/camera-scanner.ts';
import type { Weixin } from '../../src/adapters/browser/wechat/wechat-sdk.ts';
import { WeChatScanner } from '../../src/adapters/browser/wechat/wechat-scanner.ts';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import { readFrame, RECEIVED } from '../../src/adapters/gizwits/frames.ts';
import { FileAppStorage } from '../../src/adapters/node/files/file-app-storage.ts';
import type { ChannelEvent } from '../../src/ports/device-channel.ts';
import { ViewfinderStore } from '../../src/ui/stores/viewfinder-store.ts';
import { plantedError, plantInDecoder } from '../helpers/planted.ts';
import { collectUnhandled } from '../helpers/unhandled.ts';
import { addressAt } from './gizwits-cloud.ts';
import { order, sheet } from './payment-bridge.conformance.ts';
import { answering } from './test-connection.ts';
import { TestSocket } from './test-socket.ts';

/** Captured before a test replaces the timers. Rejections surface after the microtasks. */
const nextMacrotask = setImmediate;
const aMacrotask = () => new Promise((resolve) => nextMacrotask(resolve));
const PLANTED = plantedError().message;
const throwPlanted = () => {
  throw plantedError();
};

describe('GizwitsDeviceChannel with a bug in its caller', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('GizwitsDeviceChannel lets an error of its event listener surface once, and continues', async () => {
    const { unhandled } = collectUnhandled();
    const sockets: TestSocket[] = [];
    const events: ChannelEvent[] = [];
    let isFaulty = false;
    const openSocket = () => {
      sockets.push(new TestSocket(0, (socket, cmd) => cmd !== 'c2s_read' && answering(socket, cmd)));
      return sockets.at(-1) as TestSocket;
    };
    const connection = new GizwitsDeviceChannel({ openSocket, secure: true }).open(addressAt(80), (event) => {
      if (isFaulty) throwPlanted();
      events.push(event);
    });
    onTestFinished(() => connection.close());
    await vi.advanceTimersByTimeAsync(100);
    const sendReport = (OnOff: number) => sockets[0]?.receive('s2c_noti', { did: 'did-1', attrs: { OnOff } });
    isFaulty = true;
    sendReport(1);
    isFaulty = false;
    sendReport(0);
    expect(events.filter(({ kind }) => kind === 'failure' || kind === 'attributes')).toEqual([
      { kind: 'attributes', attributes: { OnOff: 0 } },
    ]);
    expect(sockets).toHaveLength(1);
    await aMacrotask();
    expect(unhandled).toEqual([plantedError()]);
  });

  test('GizwitsDeviceChannel subscribes even if its event listener throws at the login', async () => {
    const { unhandled } = collectUnhandled();
    const lines: string[] = [];
    const connection = new GizwitsDeviceChannel({ openSocket: () => new TestSocket(0, answering), secure: true }).open(
      addressAt(80),
      (event) => {
        if (event.kind === 'logged-in') throwPlanted();
        if (event.kind === 'line') lines.push(event.state);
      },
    );
    onTestFinished(() => connection.close());
    await vi.advanceTimersByTimeAsync(100);
    await aMacrotask();
    expect([lines, unhandled]).toEqual([['connecting', 'open'], [plantedError()]]);
  });

  test('GizwitsDeviceChannel lets a bug of the socket surface, and reconnects', async () => {
    const { unhandled } = collectUnhandled();
    const sockets: TestSocket[] = [];
    const events: ChannelEvent[] = [];
    let bugs = 1;
    const openSocket = () => {
      if (bugs-- > 0) throwPlanted();
      sockets.push(new TestSocket(0, answering));
      return sockets.at(-1) as TestSocket;
    };
    const channel = new GizwitsDeviceChannel({ openSocket, secure: true, random: () => 0 });
    const connection = channel.open(addressAt(80), (event) => events.push(event));
    onTestFinished(() => connection.close());
    await vi.advanceTimersByTimeAsync(5_000);
    await aMacrotask();
    expect([sockets.length, unhandled]).toEqual([1, [plantedError()]]);
    expect(events).toContainEqual({ kind: 'line', state: 'open' });
  });

  test('readFrame throws a bug in a decoder instead of ignoring the frame', () => {
    const frame = JSON.stringify({ cmd: 's2c_noti', data: { did: 'did-1', attrs: {} } });
    expect(readFrame(frame)).toMatchObject({ cmd: 's2c_noti' });
    expect(readFrame('{"cmd":')).toBeUndefined();
    plantInDecoder({ answer: RECEIVED.s2c_noti });
    expect(() => readFrame(frame)).toThrow(PLANTED);
  });
});

describe('FileAppStorage with a bug', () => {
  function directory(): string {
    const temporary = mkdtempSync(path.join(tmpdir(), 'physio-'));
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
    return temporary;
  }

  test('FileAppStorage reports an error of the operating system as storage, and throws a bug unchanged', () => {
    const storage = new FileAppStorage('/dev/null/nowhere');
    expect(() => storage.write('session', 'key', 'text')).toThrow(expect.objectContaining({ code: 'storage' }));
    const faulty = { replace: throwPlanted } as unknown as string;
    expect(() => new FileAppStorage(directory()).read('session', faulty)).toThrow(
      expect.objectContaining({ name: 'TypeError', message: PLANTED }),
    );
  });
});

describe('A scanner with a bug', () => {
  test('WeChatScanner does not report a bug as an unavailable scanner', async () => {
    const scanner = new WeChatScanner({ ready: async () => throwPlanted() });
    await expect(scanner.scan()).rejects.toMatchObject({ code: 'internal', message: PLANTED });
  });

  test('WeChatScanner reports a bug in the handling of a result as such, and does not wait forever', async () => {
    const sdk = {
      scanQRCode: ({ success }: { success: (result: unknown) => void }) => void setTimeout(() => success(undefined)),
    };
    const scanner = new WeChatScanner({ ready: async () => sdk as unknown as Weixin });
    await expect(scanner.scan()).rejects.toBeInstanceOf(TypeError);
  });

  test('CameraScanner reports a bug to the page, and still accepts a typed number', async () => {
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
      pictureOf: throwPlanted,
    });
    const scanning = scanner.scan();
    await vi.waitFor(() => expect(viewfinder.stream).toBe(stream));
    viewfinder.playing(document.createElement('video'));
    expect(await uncaught).toMatchObject({ message: PLANTED });
    viewfinder.scan?.type('PL1001');
    expect(await scanning).toEqual({ kind: 'scanned', text: 'PL1001' });
  });
});

describe('WeChatPaymentBridge with a bug', () => {
  test('WeChatPaymentBridge does not report a bug in the handling of an answer as a sheet that did not open', async () => {
    const { unhandled } = collectUnhandled();
    const page = globalThis as { WeixinJSBridge?: unknown };
    page.WeixinJSBridge = {
      invoke: (_name: string, _fields: object, answer: (result: unknown) => void) => answer(null),
    };
    onTestFinished(() => void delete page.WeixinJSBridge);
    const paying = new WeChatPaymentBridge({ answerMs: 10 }).pay(order, async () => sheet);
    expect(await paying).toEqual({ result: 'none' });
    expect(unhandled).toEqual([expect.any(TypeError)]);
  });
});

describe('WebLocksMutex with a bug', () => {
  test('WebLocksMutex lets a bug in its request surface, and runs the work as if another page held the lock', async () => {
    const { unhandled } = collectUnhandled();
    const mutex = new WebLocksMutex(new InMemoryMutex(new FakeClock()), () => ({
      request: async () => throwPlanted(),
    }));
    expect(await mutex.runExclusive('order', 1_000, async (waited) => waited)).toBe(true);
    await aMacrotask();
    expect(unhandled).toEqual([plantedError()]);
  });
});
