// @vitest-environment happy-dom
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CameraParts, CameraScanner } from '../../src/adapters/browser/camera/camera-scanner.ts';
import type { Viewfinder } from '../../src/adapters/browser/camera/viewfinder.ts';
import { describeScanner } from './scanner.conformance.ts';

function camera() {
  const tracks = [{ stop: vi.fn(), addEventListener: () => {} }];
  const stream = { getTracks: () => tracks, getVideoTracks: () => tracks } as unknown as MediaStream;
  const shown: string[] = [];
  let type: (text: string) => void = () => {};
  let cancel: () => void = () => {};
  let tryAgain: () => void = () => {};
  const viewfinder: Viewfinder = {
    open: () => ({
      show: () => {
        shown.push('shows');
        return document.createElement('video');
      },
      unavailable: (reason) => {
        shown.push(reason);
        return new Promise((resolve) => (tryAgain = resolve));
      },
      typed: new Promise((resolve) => (type = resolve)),
      cancelled: new Promise<void>((resolve) => (cancel = resolve)),
      close: () => void shown.push('closes'),
    }),
  };
  let held: string | undefined;
  const picture = {} as ImageData;
  const scanner = new CameraScanner(viewfinder, '/reader.wasm', {
    openCamera: async () => stream,
    loadReader: async () => async () => held,
    pictureOf: () => picture,
  });
  return {
    scanner,
    viewfinder,
    stream,
    shown,
    stops: () => tracks[0]?.stop.mock.calls.length ?? 0,
    holds: (text: string) => void (held = text),
    types: (text: string) => type(text),
    cancels: () => cancel(),
    triesAgain: () => tryAgain(),
  };
}

describeScanner('CameraScanner', camera);

describe('CameraScanner', () => {
  const refuses = (error: Error) => (parts: Partial<CameraParts>) => ({
    ...parts,
    openCamera: async () => {
      throw error;
    },
  });
  test.each<[string, (parts: Partial<CameraParts>) => Partial<CameraParts>, shown: string]>([
    ['while the camera runs', (parts) => parts, 'shows'],
    ['if the customer denies the camera', refuses(new DOMException('no', 'NotAllowedError')), 'denied'],
    ['if there is no camera', refuses(new DOMException('no', 'NotFoundError')), 'none'],
    // not a DOMException, and no error of the app
    ['if no camera fits', refuses(Object.assign(new Error('no'), { name: 'OverconstrainedError' })), 'none'],
    ['if the browser has no camera API', ({ loadReader }) => ({ loadReader }), 'none'],
    [
      'if the decoder cannot be loaded',
      (parts) => ({ ...parts, loadReader: () => Promise.reject(new Error('offline')) }),
      'none',
    ],
  ])('CameraScanner accepts a typed number %s, and releases the camera', async (_, fitted, told) => {
    const { viewfinder, stream, shown, types, stops } = camera();
    const uncaught: unknown[] = [];
    const note = (thrown: unknown) => void uncaught.push(thrown);
    process.on('uncaughtException', note);
    onTestFinished(() => void process.off('uncaughtException', note));
    let isOpen = false;
    const openCamera = async () => {
      isOpen = true;
      return stream;
    };
    const loadReader = async () => async () => undefined;
    const parts = fitted({ openCamera, loadReader, pictureOf: () => undefined });
    const scanning = new CameraScanner(viewfinder, '/reader.wasm', parts).scan();
    await expect.poll(() => shown).toContain(told);
    types('SN-9');
    expect(await scanning).toEqual({ kind: 'scanned', text: 'SN-9' });
    expect([stops() > 0, uncaught]).toEqual([isOpen, []]);
  });

  test('CameraScanner releases the camera once it has read a code', async () => {
    const { scanner, holds, stops, shown } = camera();
    holds('SN-1');
    await scanner.scan();
    expect(stops()).toBeGreaterThan(0);
    expect(shown).toEqual(['shows', 'closes']);
  });

  test('CameraScanner releases the camera when the customer cancels', async () => {
    const { scanner, cancels, stops, shown } = camera();
    const scanning = scanner.scan();
    await expect.poll(() => shown).toContain('shows');
    cancels();
    expect(await scanning).toEqual({ kind: 'cancelled' });
    expect(stops()).toBeGreaterThan(0);
  });

  test('CameraScanner releases a camera that opens only after the scan has ended', async () => {
    const late = camera();
    let opens: (stream: MediaStream) => void = () => {};
    const scanner = new CameraScanner(late.viewfinder, '/reader.wasm', {
      openCamera: () => new Promise((resolve) => (opens = resolve)),
      loadReader: async () => async () => undefined,
    });
    const scanning = scanner.scan();
    late.cancels();
    expect(await scanning).toEqual({ kind: 'cancelled' });
    opens(late.stream);
    await expect.poll(() => late.stops()).toBeGreaterThan(0);
    expect(late.shown).toEqual(['closes']);
  });

  test('CameraScanner opens the camera again when the customer has allowed it meanwhile', async () => {
    const from = camera();
    let isAllowed = false;
    const scanner = new CameraScanner(from.viewfinder, '/reader.wasm', {
      openCamera: () =>
        isAllowed ? Promise.resolve(from.stream) : Promise.reject(new DOMException('no', 'NotAllowedError')),
      loadReader: async () => async () => 'SN-1',
      pictureOf: () => ({}) as ImageData,
    });
    const scanning = scanner.scan();
    await expect.poll(() => from.shown).toEqual(['denied']);
    from.triesAgain();
    await expect.poll(() => from.shown).toEqual(['denied', 'denied']);
    isAllowed = true;
    from.triesAgain();
    expect(await scanning).toEqual({ kind: 'scanned', text: 'SN-1' });
  });

  test('CameraScanner says that there is no camera when it ends by itself, and opens it again on request', async () => {
    const from = camera();
    let ends: () => void = () => {};
    const track = { stop: () => {}, addEventListener: (_: string, listener: () => void) => (ends = listener) };
    const stream = { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream;
    const scanning = new CameraScanner(from.viewfinder, '/reader.wasm', {
      openCamera: async () => stream,
      loadReader: async () => async () => undefined,
      pictureOf: () => undefined,
    }).scan();
    await expect.poll(() => from.shown).toEqual(['shows']);
    ends();
    await expect.poll(() => from.shown).toEqual(['shows', 'none']);
    from.triesAgain();
    await expect.poll(() => from.shown).toEqual(['shows', 'none', 'shows']);
    from.cancels();
    expect(await scanning).toEqual({ kind: 'cancelled' });
  });
});
