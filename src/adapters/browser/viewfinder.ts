/** What the camera scanner shows itself in; the page draws it. */
export interface Viewfinder {
  open(): ViewfinderSession;
}

/** One scan, as the person before the page sees it. */
export interface ViewfinderSession {
  /** Shows what the camera sees, and hands back the video that shows it. */
  show(stream: MediaStream): HTMLVideoElement | Promise<HTMLVideoElement>;
  /** No camera picture will come: the permission was denied, or there is no camera (or no decoder). Typing goes on. */
  unavailable(reason: 'denied' | 'none'): void;
  /** The device number that was typed instead. */
  readonly typed: Promise<string>;
  /** The scan was called off. */
  readonly cancelled: Promise<void>;
  close(): void;
}
