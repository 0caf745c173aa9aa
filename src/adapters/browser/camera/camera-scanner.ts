import { Problem } from '../../../core/problem.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../../ports/scanner.ts';
import { type BarcodeReader, loadBarcodeReader } from '../../barcode-reader.ts';
import type { Viewfinder, ViewfinderSession } from './viewfinder.ts';
import { pictureOf } from './video-picture.ts';

const FRAME_INTERVAL_MS = 125;

/** Replaceable by tests. */
export interface CameraParts {
  openCamera: () => Promise<MediaStream>;
  loadReader: () => Promise<BarcodeReader>;
  pictureOf: (video: HTMLVideoElement) => ImageData | undefined;
}

/** Scans with the phone's camera in the page, and always offers a field to type the number. Never rejects because of a missing camera. */
export class CameraScanner implements Scanner {
  private readonly parts: CameraParts;

  /** `decoderUrl` is the URL of the decoder's WebAssembly, on the page's own origin. */
  constructor(
    private readonly viewfinder: Viewfinder,
    decoderUrl: string,
    parts: Partial<CameraParts> = {},
  ) {
    this.parts = { openCamera, pictureOf, loadReader: () => loadBarcodeReader({ url: decoderUrl }), ...parts };
  }

  async scan(signal?: AbortSignalLike): Promise<ScanOutcome> {
    if (signal?.aborted) return { kind: 'cancelled' };
    const session = this.viewfinder.open();
    const ended = new AbortController();
    let cancel = () => {};
    try {
      return await Promise.race([
        session.typed.then((text): ScanOutcome => ({ kind: 'scanned', text })),
        session.cancelled.then((): ScanOutcome => ({ kind: 'cancelled' })),
        new Promise<ScanOutcome>((resolve) => {
          cancel = () => resolve({ kind: 'cancelled' });
          signal?.addEventListener('abort', cancel);
        }),
        this.watch(session, ended.signal),
      ]);
    } finally {
      signal?.removeEventListener('abort', cancel);
      ended.abort();
      session.close();
    }
  }

  /** Resolves only with a code. After a failure the user can type the number, or have the camera tried again. */
  private async watch(session: ViewfinderSession, ended: AbortSignal): Promise<ScanOutcome> {
    let stream: MediaStream | undefined;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    ended.addEventListener('abort', stop);
    const over = new AbortController();
    try {
      const reader = this.parts.loadReader().catch((cause: unknown) => {
        throw new Problem('scanner', { message: 'the decoder could not be loaded', cause });
      });
      reader.catch(() => {});
      stream = await this.parts.openCamera();
      ended.addEventListener('abort', () => over.abort());
      if (ended.aborted) stop();
      else return await Promise.race([endOf(stream), this.readFrom(session, stream, reader, over.signal)]);
    } catch (thrown) {
      stop();
      over.abort();
      if (!(thrown instanceof Problem) && !isCameraError(thrown)) rethrowAsync(thrown);
      if (!ended.aborted) {
        await session.unavailable(isDenial(thrown) ? 'denied' : 'none');
        return this.watch(session, ended);
      }
    }
    return new Promise<never>(() => {});
  }

  private async readFrom(
    session: ViewfinderSession,
    stream: MediaStream,
    reader: Promise<BarcodeReader>,
    ended: AbortSignal,
  ): Promise<ScanOutcome> {
    return this.read(await session.show(stream), await reader, ended);
  }

  /** Decodes one frame at a time, about eight per second. */
  private async read(video: HTMLVideoElement, reader: BarcodeReader, ended: AbortSignal): Promise<ScanOutcome> {
    while (!ended.aborted) {
      const picture = this.parts.pictureOf(video);
      const text = picture && (await reader(picture));
      if (text) return { kind: 'scanned', text };
      await new Promise((resolve) => setTimeout(resolve, FRAME_INTERVAL_MS));
    }
    return { kind: 'cancelled' };
  }
}

async function openCamera(): Promise<MediaStream> {
  if (!('mediaDevices' in navigator)) throw new Problem('scanner', { message: 'this browser opens no camera' });
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

/** Rejects once the camera has ended by itself, for example because another app took it. */
async function endOf(stream: MediaStream): Promise<never> {
  await new Promise((resolve) => stream.getVideoTracks()[0]?.addEventListener('ended', resolve));
  throw new Problem('scanner', { message: 'the camera has ended' });
}

/** Rethrows a bug asynchronously: the page's error event reports it, and the user can still type the number. */
function rethrowAsync(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}

function isDenial(thrown: unknown): boolean {
  return ['NotAllowedError', 'SecurityError'].includes(nameOf(thrown));
}

/** True for an error with which the browser refuses the camera. In WebKit, an OverconstrainedError is no DOMException. */
function isCameraError(thrown: unknown): boolean {
  return thrown instanceof DOMException || nameOf(thrown) === 'OverconstrainedError';
}

function nameOf(thrown: unknown): string {
  return (thrown as { name?: string } | undefined)?.name ?? '';
}
