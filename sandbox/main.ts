import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLOCK_MOVED } from '../src/core/api/moved-clock.ts';
import { Answers } from './cloud/answers.ts';
import { serveCloud } from './cloud/serve-cloud.ts';
import { ControlServer } from './control/serve-control.ts';
import { entryLink } from './control/state.ts';
import { sendJson } from './exchange.ts';
import { Faults } from './faults.ts';
import { ChannelGate } from './fleet/channel-gate.ts';
import { isOwn, LOOPBACK_NAMES } from './local-network.ts';
import { servePage } from './page/serve-page.ts';
import { withBridge } from './page/with-bridge.ts';
import { Reports } from './reports/reports.ts';
import { RECEIVER_PATH, serveReports } from './reports/serve-reports.ts';
import type { DemoLanguage } from './page/demo-language.ts';
import type { DemoBrand } from './shop/demo-brands.ts';
import { WorldClock } from './world/clock.ts';
import { beginWorld, type Scenario } from './world/scenarios.ts';
import type { User } from './world/users.ts';
import type { World } from './world/world.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** The page to serve beside the cloud: the build (`dist`), or a development server's middleware. */
export type PageSource = { kind: 'static'; directory: string } | { kind: 'middleware'; handle: Serve };

export interface SandboxOptions {
  /** 0 chooses a free port. */
  port: number;
  page?: PageSource;
  /** The path below which the page is served; it begins and ends with a slash. */
  basePath?: string;
  /** The brand whose settings the built page gets; none leaves its configuration as it was built. */
  brand?: DemoBrand;
  /** The language of the page and of the demo brand; `?lang=` of an address wins. */
  language?: DemoLanguage | undefined;
  /** True if the app's configuration names the receiver of reports of this sandbox. It takes reports in any case. */
  report?: boolean;
  /** The addresses of this machine that answer beside loopback. */
  addresses?: readonly string[];
  scenario?: Scenario;
  seed?: string;
  /** True suppresses the reports on stderr of requests that violate the contract. */
  quiet?: boolean;
}

export interface Sandbox {
  /** Ends with a slash. */
  readonly url: string;
  readonly port: number;
  /** By which other machines in the network reach it, each with a slash at its end; empty on loopback. */
  readonly networkUrls: readonly string[];
  /** The current world; a reset replaces it. */
  readonly world: World;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const TICK = 250;

/** Starts the simulated cloud, fleet and WeChat on one port of loopback and of the given addresses. Rejects if the port is taken. */
export async function startSandbox({
  port: wanted,
  page,
  basePath = '/',
  brand,
  language,
  report = false,
  addresses = [],
  scenario,
  seed,
  quiet = false,
}: SandboxOptions): Promise<Sandbox> {
  const faults = new Faults();
  let port = wanted;
  const names = [...LOOPBACK_NAMES, ...addresses];
  let world = beginWorld(new WorldClock(), scenario, seed);
  const complain = (message: string) => void (quiet || process.stderr.write(`sandbox: ${message}\n`));
  let answers = new Answers(world, complain);
  const gate = new ChannelGate(world, faults);
  const cloud = serveCloud({ answers: () => answers, faults });
  const reports = new Reports(() => world.now());
  const receiver = serveReports({ reports, faults, names, complain });
  const reportUrl = report ? RECEIVER_PATH : undefined;
  const control = new ControlServer({
    world: () => world,
    names,
    faults,
    reports,
    reporting: report && page !== undefined,
    appPath: page && basePath,
    reset: (options) => {
      faults.clear();
      reports.clear();
      world = beginWorld(new WorldClock(), options.scenario ?? scenario, options.seed ?? seed);
      answers = new Answers(world, complain);
      gate.enter(world);
    },
    onChannelFault: (fault) => gate.strike(fault),
  });
  const pages: Serve | undefined =
    page?.kind === 'static'
      ? servePage({ directory: page.directory, basePath, brand, language, reportUrl, names })
      : page && withBridge(page.handle, { brand, language, reportUrl });

  /** Sends a browser to the entry link of a user. The address is short, so that its QR code fits a terminal. */
  const enter = (response: ServerResponse, user: User, query: URLSearchParams): void => {
    const more = query.size === 0 ? '' : `&${query.toString()}`;
    response
      .writeHead(302, { location: basePath + entryLink(user).slice(1) + more, 'cache-control': 'no-store' })
      .end();
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
    if (pathname.startsWith('/api/')) return cloud(request, response, pathname.slice('/api'.length), searchParams);
    if (pathname === '/__sandbox') return void response.writeHead(302, { location: '/__sandbox/' }).end();
    const user = world.users.all.find(({ id }) => pathname === `/__sandbox/enter/${id}`);
    if (user && pages && isOwn(request.headers, names)) return enter(response, user, searchParams);
    if (pathname.startsWith(`${RECEIVER_PATH}/`))
      return receiver(request, response, pathname.slice(RECEIVER_PATH.length + 1));
    if (pathname.startsWith('/__sandbox/'))
      return control.serve(request, response, pathname.slice('/__sandbox/'.length), searchParams);
    if (pages) return pages(request, response);
    sendJson(response, 404, { error: `nothing is served at ${pathname}: the sandbox runs without the page` });
  };
  const servers: Server[] = [];
  const close = async () => {
    gate.cut();
    for (const server of servers) server.closeAllConnections();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  };
  const listen = async (address: string): Promise<void> => {
    const server = createServer((request, response) => {
      response.setHeader('date', new Date(world.now()).toUTCString());
      if (world.clock.ahead !== 0) response.setHeader(CLOCK_MOVED, String(world.clock.ahead));
      serve(request, response).catch((thrown: unknown) => {
        sendJson(response, 500, { code: '500', message: `the sandbox itself failed: ${String(thrown)}`, data: null });
      });
    });
    server.on('upgrade', (request, socket, head) => void gate.upgrade(request, socket, head));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
    servers.push(server);
    port = (server.address() as AddressInfo).port;
  };
  try {
    for (const address of [LOOPBACK, ...addresses]) await listen(address);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  const ticking = setInterval(() => {
    world.tick();
    gate.tellBindings();
  }, TICK);

  return {
    url: `http://${LOOPBACK}:${port}/`,
    port,
    networkUrls: addresses.map((address) => `http://${address}:${port}/`),
    get world() {
      return world;
    },
    close: async () => {
      clearInterval(ticking);
      await close();
    },
  };
}
