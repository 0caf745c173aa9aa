import { parseArgs } from 'node:util';
import { renderUnicodeCompact } from 'uqr';
import { en } from './control/page/words/en.js';
import { entryLink } from './control/state.ts';
import { networkAddresses } from './local-network.ts';
import type { DemoLanguage } from './page/demo-language.ts';
import { isDemoBrand, type DemoBrand } from './shop/demo-brands.ts';
import { startSandbox, type PageSource, type Sandbox } from './main.ts';

const DEVICES_SHOWN = 20;
/** The demo user whose pages the QR code opens. */
const FIRST_USER = 'ordinary';

/** Runs the sandbox with a development server's page. */
export async function runWithMiddleware(
  options: string[],
  handle: Extract<PageSource, { kind: 'middleware' }>['handle'],
): Promise<void> {
  await run(options, { kind: 'middleware', handle }).catch(explain);
}

async function run(options: string[], middleware?: PageSource): Promise<void> {
  const { port, dist, basePath, brand, language, report, addresses } = optionsOf(options);
  const page: PageSource | undefined =
    middleware ?? (dist === undefined ? undefined : { kind: 'static', directory: dist });
  const sandbox = await startSandbox({ port, page, basePath, brand, language, report, addresses });
  announce(sandbox, page !== undefined, basePath, language);
  if (addresses) announceNetwork(sandbox, page !== undefined);
  // One write, because a script may read up to `ready` and close the pipe.
  console.log(
    `\nready ${sandbox.url}${page ? basePath.slice(1) : ''}\nControl page with users, devices and the clock: ${sandbox.url}__sandbox/`,
  );
  const end = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

function optionsOf(options: string[]) {
  const { values } = parseArgs({
    args: options.map((option, at) => (option === '--host' && !isValue(options[at + 1]) ? '--host=' : option)),
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      dist: { type: 'string' },
      'no-page': { type: 'boolean' },
      'base-path': { type: 'string' },
      brand: { type: 'string' },
      lang: { type: 'string' },
      'no-report': { type: 'boolean' },
    },
  });
  const given = values.port ?? (process.env['PORT'] || '5180');
  const port = /^\d+$/.test(given) ? Number(given) : NaN;
  const basePath = values['base-path'] ?? '/';
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`the port must be a whole number from 0 to 65535`);
  if (!/^\/([\w-][\w.-]*\/)*$/.test(basePath)) throw new Error(`the base path must begin and end with a slash`);
  if (/^\/(api|ws|__sandbox)\//.test(basePath))
    throw new Error(`the sandbox itself answers below ${basePath}; choose another base path`);
  const brand = brandOf(values.brand);
  return {
    port,
    basePath,
    addresses: addressesOf(values.host),
    brand,
    // Without a demo brand, the operator's own configuration says where the reports go.
    report: brand !== undefined && !values['no-report'],
    language: languageOf(values.lang),
    dist: values['no-page'] ? undefined : values.dist,
  };
}

const isValue = (option: string | undefined) => option !== undefined && !option.startsWith('-');

/** The addresses that answer in the network: all of this machine, or the chosen one. Undefined without the option. */
function addressesOf(chosen: string | undefined): string[] | undefined {
  if (chosen === undefined) return undefined;
  const addresses = networkAddresses();
  if (chosen === '') return addresses;
  if (addresses.includes(chosen)) return [chosen];
  throw new Error(`this machine has no address ${chosen} in a network; it has ${addresses.join(', ') || 'none'}`);
}

function brandOf(name: string = 'demo'): DemoBrand | undefined {
  if (name === 'none') return undefined;
  if (isDemoBrand(name)) return name;
  throw new Error(`the brand must be demo, demo2 or none`);
}

function languageOf(name: string | undefined): DemoLanguage | undefined {
  if (name === undefined || name === 'zh-CN' || name === 'en') return name;
  throw new Error(`the language must be zh-CN or en`);
}

function announce({ url, world }: Sandbox, withPage: boolean, basePath: string, language?: DemoLanguage): void {
  const isEnglish = language === 'en';
  const below = url.replace(/\/$/, '') + basePath.replace(/\/$/, '');
  console.log(
    withPage
      ? `Demo users: open the link to enter as that user from WeChat; add &sno=PL10001 to enter by a device's code.
physio login takes the link, or with --api ${url}api the token before it.\n`
      : `Demo users and their tokens, which physio login --api ${url}api takes:\n`,
  );
  for (const user of world.users.all) {
    console.log(`  ${user.id.padEnd(10)} ${isEnglish ? en.rolesOf(user).who : user.role}`);
    console.log(`  ${''.padEnd(10)} ${user.accessToken}`);
    if (withPage) console.log(`  ${''.padEnd(10)} ${below}${entryLink(user)}`);
  }
  console.log(`\nDemo devices, each with its code as a picture at ${url}__sandbox/qr/NUMBER.png\n`);
  for (const device of world.devices.slice(0, DEVICES_SHOWN))
    console.log(`  ${device.sno.padEnd(10)} ${isEnglish ? en.showsOf(device) : `${device.name}（${device.shows}）`}`);
  if (!withPage) console.log(`\nAPI: ${url}api`);
}

/** Says to whom the option opens the sandbox, and shows how a phone opens the page. */
function announceNetwork({ networkUrls, port }: Sandbox, withPage: boolean): void {
  console.log(`\nOpen to the local network: everybody in it can use the demo users, read what you type into the app and change
the simulated devices, over plain http. No real device, payment or person is behind it. Ctrl-C ends it.\n`);
  const [first] = networkUrls;
  if (first === undefined)
    return console.log(`This machine has no address in a network; only loopback answers, on port ${port}.`);
  for (const url of networkUrls) console.log(`  ${url}`);
  if (!withPage) return;
  const link = `${first}__sandbox/enter/${FIRST_USER}`;
  console.log(`\nA phone in the same network opens the app as ${FIRST_USER} with this code, or with ${link}\n`);
  console.log(renderUnicodeCompact(link, { border: 2 }));
  if (networkUrls.length > 1)
    console.log('If the phone cannot reach this address, choose another one of the above with --host ADDRESS.');
}

/** What has the port that this start asked for. */
async function portTaken({ address, port }: { address?: string; port?: number }): Promise<string> {
  const url = `http://${address}:${port}/`;
  const isSandbox = await fetch(`${url}__sandbox/effects`, { signal: AbortSignal.timeout(2_000) })
    .then((response) => response.json())
    .then(
      (answer) => Object.hasOwn(Object(answer), 'charges'),
      () => false,
    );
  return isSandbox
    ? `a sandbox runs already: open ${url}__sandbox/, or end it, or choose another port with --port N or PORT`
    : `another program has port ${port}: end it, or choose another port with --port N or PORT`;
}

async function explain(thrown: unknown): Promise<void> {
  const error = thrown as NodeJS.ErrnoException & { address?: string; port?: number };
  const message = error.code === 'EADDRINUSE' ? await portTaken(error) : error.message;
  console.error(`sandbox: ${message}\nSee npm start -- --help`);
  process.exitCode = 2;
}

if (import.meta.env.PROD) await run(process.argv.slice(2)).catch(explain);
