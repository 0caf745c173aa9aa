import { makeAutoObservable, observableRef, runInAction } from 'mobx';

export type CameraState = 'opening' | 'showing' | 'denied' | 'none';

/** One camera scan, as the overlay controls it. */
export interface CameraScan {
  type(number: string): void;
  /** Has the camera tried again after it was not available. */
  retry(): void;
  cancel(): void;
}

/**
 * Connects the camera scanner to its overlay: the overlay renders this state and passes its video element to the
 * scanner.
 */
export class ViewfinderStore {
  scan: CameraScan | undefined = undefined;
  camera: CameraState = 'opening';
  stream: MediaStream | undefined = undefined;
  #resolveVideo: (video: HTMLVideoElement) => void = () => {};

  constructor() {
    makeAutoObservable(this, { scan: observableRef, stream: observableRef, open: false }, { autoBind: true });
  }

  open() {
    let type = (_number: string) => {};
    let cancel = () => {};
    let tryAgain = () => {};
    const retry = () => {
      runInAction(() => (this.camera = 'opening'));
      tryAgain();
    };
    const typed = new Promise<string>((resolve) => (type = resolve));
    const cancelled = new Promise<void>((resolve) => (cancel = resolve));
    runInAction(() => {
      this.scan = { type, cancel, retry };
      this.camera = 'opening';
    });
    return {
      typed,
      cancelled,
      show: (stream: MediaStream) => this.#show(stream),
      unavailable: (reason: 'denied' | 'none') =>
        new Promise<void>((resolve) => {
          tryAgain = resolve;
          runInAction(() => {
            this.camera = reason;
            this.stream = undefined;
          });
        }),
      close: () =>
        runInAction(() => {
          this.scan = undefined;
          this.stream = undefined;
        }),
    };
  }

  /** The overlay calls this once its video element plays the stream. */
  playing(video: HTMLVideoElement): void {
    this.camera = 'showing';
    this.#resolveVideo(video);
  }

  #show(stream: MediaStream): Promise<HTMLVideoElement> {
    return new Promise((resolve) => {
      this.#resolveVideo = resolve;
      runInAction(() => (this.stream = stream));
    });
  }
}
