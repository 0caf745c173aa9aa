import { Problem } from '../../core/problem.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Scanner, ScanOutcome } from '../../ports/scanner.ts';
import { type BarcodeReader, loadBarcodeReader } from '../barcode-reader.ts';
import type { Viewfinder, ViewfinderSession } from './viewfinder.ts';
import { pictureOf } from './video-picture.ts';

const BETWEEN_PICTURES_MS = 125;

/** What a test or an odd browser may have otherwise. */
export interface CameraParts {
  openCamera: () => Promise<MediaStream>;
  loadReader: () => Promise<BarcodeReader>;
  pictureOf: (video: HTMLVideoElement) => ImageData | undefined;
}

/** The phone's camera in the page, with typing the number always offered beside it; never rejects for want of a camera. */
export class CameraScanner implements Scanner {
  private readonly parts: CameraParts;

  /** `decoderUrl` is where the page finds the decoder's WebAssembly, on its own origin. */
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
    const over = new AbortController();
    let cancel = () => {};
    try {
      return await Promise.race([
        session.typed.then((text): ScanOutcome => ({ kind: 'scanned', text })),
        session.cancelled.then((): ScanOutcome => ({ kind: 'cancelled' })),
        new Promise<ScanOutcome>((resolve) => {
          cancel = () => resolve({ kind: 'cancelled' });
          signal?.addEventListener('abort', cancel);
        }),
        this.watch(session, over.signal),
      ]);
    } finally {
      signal?.removeEventListener('abort', cancel);
      over.abort();
      session.close();
    }
  }

  /** Resolves only with a code; what goes wrong here leaves the typed number. */
  private async watch(session: ViewfinderSession, over: AbortSignal): Promise<ScanOutcome> {
    let stream: MediaStream | undefined;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    over.addEventListener('abort', stop);
    try {
      const reader = this.parts.loadReader().catch((cause: unknown) => {
        throw new Problem('scanner', { message: 'the decoder could not be loaded', cause });
      });
      reader.catch(() => {});
      stream = await this.parts.openCamera();
      stream.getVideoTracks()[0]?.addEventListener('ended', () => session.unavailable('none'));
      if (over.aborted) stop();
      else return await this.read(await session.show(stream), await reader, over);
    } catch (thrown) {
      stop();
      if (!over.aborted) session.unavailable(isDenial(thrown) ? 'denied' : 'none');
      if (!(thrown instanceof Problem) && !(thrown instanceof DOMException)) throwToThePage(thrown);
    }
    return new Promise<never>(() => {});
  }

  /** One picture at a time, about eight a second. */
  private async read(video: HTMLVideoElement, reader: BarcodeReader, over: AbortSignal): Promise<ScanOutcome> {
    while (!over.aborted) {
      const picture = this.parts.pictureOf(video);
      const text = picture && (await reader(picture));
      if (text) return { kind: 'scanned', text };
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_PICTURES_MS));
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

/** An error of this program goes to the page's error event; typing the number stays possible. */
function throwToThePage(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}

function isDenial(thrown: unknown): boolean {
  return ['NotAllowedError', 'SecurityError'].includes((thrown as { name?: string } | undefined)?.name ?? '');
}
