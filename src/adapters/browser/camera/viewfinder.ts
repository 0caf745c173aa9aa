/** The camera scanner's view, which the page renders. */
export interface Viewfinder {
  open(): ViewfinderSession;
}

/** The view of one scan. */
export interface ViewfinderSession {
  /** Shows the camera's stream, and returns the video element that plays it. */
  show(stream: MediaStream): HTMLVideoElement | Promise<HTMLVideoElement>;
  /**
   * Reports that no camera picture is available: `denied` without permission, `none` without camera or decoder. Typing
   * stays possible. Resolves when the user wants the camera to be tried again.
   */
  unavailable(reason: 'denied' | 'none'): Promise<void>;
  /** Resolves with a typed device number. */
  readonly typed: Promise<string>;
  /** Resolves when the user cancels the scan. */
  readonly cancelled: Promise<void>;
  close(): void;
}
