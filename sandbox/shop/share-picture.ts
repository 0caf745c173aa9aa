import { png } from '../png.ts';

const WIDTH = 300;
const SAMPLES = 3;
const TOP = [139, 77, 176] as const;
const BOTTOM = [96, 45, 130] as const;
const WHITE = 255;

/** The picture on the demo operator's share card: the heart of the logo on its colour. */
export function sharePicture(): Buffer {
  return png(WIDTH, (x, y) => {
    const covered = shareInHeart(x, y);
    return TOP.map((top, channel) => {
      const ground = top + ((BOTTOM[channel] ?? 0) - top) * (y / WIDTH);
      return Math.round(ground + (WHITE - ground) * covered);
    });
  });
}

/** The share of a pixel inside the heart, for smooth edges. */
function shareInHeart(x: number, y: number): number {
  let inside = 0;
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const across = (x + ((sample % SAMPLES) + 0.5) / SAMPLES - WIDTH / 2) / 80;
    const up = (WIDTH * 0.47 - y - (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / 80;
    if ((across ** 2 + up ** 2 - 1) ** 3 <= across ** 2 * up ** 3) inside += 1;
  }
  return inside / SAMPLES ** 2;
}
