import { totalOf, weightsOfAllRoutes, weightsOfFirstRoute } from '../test/helpers/page-bytes.ts';
import { brotliSize, floorScript } from './floor.ts';
import type { Measured } from './phone.ts';

const kilobytes = (bytes: number): number => Math.round(bytes / 100) / 10;

/** The bytes that the built page loads, compared with the smallest page that uses the same libraries. */
export async function* figures(): AsyncGenerator<Measured> {
  const floor = kilobytes(brotliSize(await floorScript()));
  const first = weightsOfFirstRoute();
  const value = kilobytes(totalOf(first));
  yield {
    what: 'first route: scripts and styles',
    value,
    unit: 'kB brotli',
    anchor: `the libraries alone ${floor}`,
    files: first.size,
  };
  const all = kilobytes(totalOf(weightsOfAllRoutes()));
  yield { what: 'all routes: scripts and styles', value: all, unit: 'kB brotli' };
}
