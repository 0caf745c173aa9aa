import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { startChromium } from '../test/helpers/chromium.ts';
import { World } from '../test/helpers/world.ts';
import { floorScript } from './floor.ts';
import { SecureFront } from './secure-front.ts';
import { lighthouseAt, type PageLoad } from './lighthouse.ts';
import { copy } from '../src/ui/copy/zh-CN.ts';
import { Phone, type Measured } from './phone.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
/** The first paint, as a part of the LCP of the libraries alone in the same run. */
const FCP_GATE = 0.6;
/** The total blocking time of a template of Vue and Vant; ms. */
const TBT_GATE_MS = 190;
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

/** `floor` are the loads of the libraries alone in the same run. */
function figureOf(
  name: string,
  loads: readonly PageLoad[],
  { floor, lcpGate }: { floor: readonly PageLoad[]; lcpGate: number },
): Measured {
  const of = (field: keyof PageLoad, among = loads) => medianOf(among.map((load) => load[field]));
  const [score, fcp, lcp, tbt] = [of('score'), Math.round(of('fcp')), Math.round(of('lcp')), Math.round(of('tbt'))];
  const cls = Math.round(of('cls') * 1_000) / 1_000;
  const floorLcp = of('lcp', floor);
  const timesOf = (ms: number) => Math.round((ms / floorLcp) * 100) / 100;
  return {
    what: `Lighthouse mobile, ${name}: LCP (${lcp} ms; FCP ${timesOf(fcp)} ×, TBT ${tbt} ms, CLS ${cls}, score ${score})`,
    value: timesOf(lcp),
    unit: '× the LCP of the libraries alone',
    anchor: `the libraries alone ${Math.round(floorLcp)} ms; Vue and Vant template 1.30 ×, TBT 190 ms`,
    gate: `LCP ≤ ${lcpGate} ×, FCP ≤ ${FCP_GATE} ×, TBT ≤ ${TBT_GATE_MS} ms, CLS ≤ ${CLS_GATE}`,
    aim: 'LCP ≤ 1.2 ×, FCP ≤ 0.5 ×',
    met: timesOf(lcp) <= lcpGate && timesOf(fcp) <= FCP_GATE && tbt <= TBT_GATE_MS && cls <= CLS_GATE,
    fcp,
    lcp,
    tbt,
    cls,
  };
}

/** A line of 400 ms and 50 kB a second. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const PLANS_GATE_MS = 6_500;
/** Words that stand on the screen before this time stood there with the page's first answer; ms. */
const WORDS_GATE_MS = 1_500;

/** How long a visitor with an empty cache waits on a slow line for words, and for the plans of the scanned device. */
async function* slowLine(): AsyncGenerator<Measured> {
  const phone = await Phone.pickUp();
  try {
    await phone.tools.send('Network.enable');
    await phone.tools.send('Network.emulateNetworkConditions', SLOW_LINE);
    const began = performance.now();
    await phone.comes('ordinary', '/?sno=PL10001&weixin=off'); // without the script of the sandbox
    const waits = async (shown: Promise<void>) => {
      await shown;
      return Math.round(performance.now() - began);
    };
    const [words, plans] = await Promise.all([
      waits(phone.says(copy.entry.initializing)),
      waits(phone.says(copy.lease.original)),
    ]);
    const line = 'a line of 400 ms and 50 kB/s';
    yield {
      what: `${line}: the first words`,
      value: words,
      unit: 'ms',
      gate: `≤ ${WORDS_GATE_MS}`,
      met: words <= WORDS_GATE_MS,
    };
    yield {
      what: `${line}: the plans`,
      value: plans,
      unit: 'ms',
      anchor: '8100 before',
      gate: `≤ ${PLANS_GATE_MS}`,
      aim: '≤ 5000',
      met: plans <= PLANS_GATE_MS,
    };
  } finally {
    await phone.putDown();
  }
}

/**
 * The load time of the page on Lighthouse's mid-range phone and connection, beside the libraries alone: the median of
 * five rounds after one warm-up, each with one load of every page. It measures HTTP/2 with TLS, as in production, and
 * plain HTTP/1.1; then a slow line.
 */
export async function* figures(): AsyncGenerator<Measured> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const browser = await startChromium(`--remote-debugging-port=${port}`, '--ignore-certificate-errors');
  // Its first run installs it, during which the server would close an idle connection unseen.
  const load = lighthouseAt(port);
  const world = await World.start({ page: true });
  const floor = await serveFloor(world.url);
  const [front, floorFront] = await Promise.all([SecureFront.before(world.url), SecureFront.before(floor.url)]);
  try {
    if (!load) {
      yield {
        what: 'Lighthouse mobile: not measured, because npm cannot install tools/lighthouse here',
        value: 0,
        unit: 'loads',
      };
      return;
    }
    const ways = [
      ...(front && floorFront ? [{ way: 'HTTP/2', site: front.url, bare: `${floorFront.url}/`, lcpGate: 1.35 }] : []),
      { way: 'plain HTTP/1.1', site: world.url, bare: floor.url, lcpGate: 1.6 },
    ];
    for (const { way, site, bare, lcpGate } of ways) {
      const addresses = [bare];
      for (const [, user, address] of PAGES) {
        const credentials = new URL((await world.user(user)).entryLink, world.url).searchParams;
        credentials.delete('sno');
        addresses.push(`${site}${address}${address.includes('?') ? '&' : '?'}${credentials.toString()}`);
      }
      const loads = addresses.map((): PageLoad[] => []);
      for (let round = 0; round <= RUNS; round += 1)
        for (const [at, address] of addresses.entries()) {
          const loaded = await load(address);
          if (round > 0) loads[at]?.push(loaded);
        }
      const [floorLoads = [], ...pages] = loads;
      for (const [at, [name]] of PAGES.entries())
        yield figureOf(`${name} over ${way}`, pages[at] ?? [], { floor: floorLoads, lcpGate });
    }
    yield* slowLine();
  } finally {
    for (const each of [floor, front, floorFront]) each?.close();
    await Promise.all([browser.close(), world.close()]);
  }
}
