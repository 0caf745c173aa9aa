const MAX_SIDE_PX = 960;

let canvas: HTMLCanvasElement | undefined;

/** The current frame of a video, small enough to decode eight times a second; undefined before the first frame. */
export function pictureOf(video: HTMLVideoElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  if (!videoWidth || !videoHeight) return undefined;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(videoWidth, videoHeight));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}
