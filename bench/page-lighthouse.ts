import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { startChromium } from '../test/helpers/chromium.ts';
import { World } from '../test/helpers/world.ts';
import { floorScript } from './floor.ts';
import { SecureFront } from './secure-front.ts';
import { lighthouseAt, type PageLoad } from './lighthouse.ts';
import type { Measured } from './phone.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
/** Times the LCP of the libraries alone in the same run. */
const LCP_GATE = 1.3;
/** 1.2 times the total blocking time of a template of Vue and Vant, which was 190 ms; ms. */
const TBT_GATE_MS = 228;
const CLS_GATE = 0.01;

const PAGES: [name: string, user: string, address: string][] = [
  ['/', 'ordinary', '/'],
  ['/my', 'leaser', '/my?tab=device'],
  ['/lease', 'ordinary', '/lease?type=recharge&sysUserId=9001'],
  ['/process', 'card', '/process?sno=PL10005'],
];

/** Headers that describe one response, not the policy of the server. */
const OF_ONE_RESPONSE = [
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'vary',
];

/**
 * A page with only the required libraries, compressed like the app and with the headers of the app's page. Without
 * them the floor would be lower than any page with these headers can reach: a Cross-Origin-Opener-Policy, for example,
 * makes the browser start a new process.
 */
async function serveFloor(page: string): Promise<{ url: string; close: () => void }> {
  const headers = Object.fromEntries(
    [...(await fetch(page)).headers].filter(([name]) => !OF_ONE_RESPONSE.includes(name)),
  );
  const html =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>floor</title><div id="root"></div><script type="module" src="/floor.js"></script></html>';
  const script = brotliCompressSync(await floorScript());
  const server = createServer((request, response) => {
    if (request.url === '/floor.js')
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(script);
    else response.writeHead(200, headers).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** `floorLcp` is the LCP of the libraries alone; without it the figure has no gate. */
function figureOf(name: string, loads: readonly PageLoad[], floorLcp?: number): Measured {
  const of = (field: keyof PageLoad) => medianOf(loads.map((load) => load[field]));
  const [score, lcp, tbt, cls] = [
    of('score'),
    Math.round(of('lcp')),
    Math.round(of('tbt')),
    Math.round(of('cls') * 1_000) / 1_000,
  ];
  const what = `Lighthouse mobile, ${name}: score (LCP ${lcp} ms, TBT ${tbt} ms, CLS ${cls})`;
  if (floorLcp === undefined) return { what, value: score, unit: 'of 100', lcp, tbt, cls };
  const times = Math.round((lcp / floorLcp) * 100) / 100;
  const met = times <= LCP_GATE && tbt <= TBT_GATE_MS && cls <= CLS_GATE;
  return {
    what,
    value: times,
    unit: '× the LCP of the libraries alone',
    score,
    anchor: 'Vue and Vant template 1.30 ×, TBT 190 ms',
    gate: `LCP ≤ ${LCP_GATE} ×, TBT ≤ ${TBT_GATE_MS} ms, CLS ≤ ${CLS_GATE}`,
    aim: 'LCP ≤ 1.2 ×, TBT ≤ 190 ms',
    met,
    lcp,
    tbt,
    cls,
  };
}

/**
 * The load time of the page on Lighthouse's mid-range phone and connection: the median of five page loads after one warm-up. It measures HTTP/2 with TLS, as
 * in production, and plain HTTP/1.1 for comparison. The gate applies to HTTP/1.1 if HTTP/2 is not available.
 */
export async function* figures(): AsyncGenerator<Measured> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const browser = await startChromium(`--remote-debugging-port=${port}`, '--ignore-certificate-errors');
  const world = await World.start({ page: true });
  const floor = await serveFloor(world.url);
  const [front, floorFront] = await Promise.all([SecureFront.before(world.url), SecureFront.before(floor.url)]);
  try {
    const load = lighthouseAt(port);
    if (!load) {
      yield {
        what: 'Lighthouse mobile: not measured, because npm cannot install tools/lighthouse here',
        value: 0,
        unit: 'loads',
      };
      return;
    }
    const measure = async (url: string): Promise<PageLoad[]> => {
      await load(url);
      const loads: PageLoad[] = [];
      while (loads.length < RUNS) loads.push(await load(url));
      return loads;
    };
    const ways = [
      ...(front && floorFront ? [{ way: 'HTTP/2', site: front.url, bare: `${floorFront.url}/`, isGated: true }] : []),
      { way: 'plain HTTP/1.1', site: world.url, bare: floor.url, isGated: !front },
    ];
    for (const { way, site, bare, isGated } of ways) {
      const floorLoads = await measure(bare);
      yield figureOf(`the libraries alone over ${way}`, floorLoads);
      const floorLcp = isGated ? medianOf(floorLoads.map(({ lcp }) => lcp)) : undefined;
      for (const [name, user, address] of PAGES) {
        const credentials = new URL((await world.user(user)).entryLink, world.url).searchParams;
        credentials.delete('sno');
        yield figureOf(
          `${name} over ${way}`,
          await measure(`${site}${address}${address.includes('?') ? '&' : '?'}${credentials.toString()}`),
          floorLcp,
        );
      }
    }
  } finally {
    for (const each of [floor, front, floorFront]) each?.close();
    await Promise.all([browser.close(), world.close()]);
  }
}
