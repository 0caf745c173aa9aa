// Runs a benchmark that imports the app's TypeScript code, and prints its figures.
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { printMeasurement } from './measurement.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** `file` must export `figures()`. */
export async function printFiguresOf(file) {
  const server = { middlewareMode: true, hmr: false, ws: false, watch: null };
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server,
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { figures } = await vite.ssrLoadModule(`/bench/${file}`);
    for await (const figure of figures()) printMeasurement(figure);
  } finally {
    await vite.close();
  }
}
