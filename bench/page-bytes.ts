import { weightsOfAllRoutes, weightsOfFirstRoute, type Weights } from '../test/helpers/page-bytes.ts';
import { brotliSize, floorScript } from './floor.ts';
import type { Measured } from './phone.ts';

const totalOf = (weights: Weights): number => [...weights.values()].reduce((sum, weight) => sum + weight, 0);
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
