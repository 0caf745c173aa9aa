import { type ChildProcess, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../helpers/free-port.ts';
import { until } from '../helpers/until.ts';
import type { Upstream } from './upstream.ts';

export const NGINX = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';
const BROTLI = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules']
  .map((directory) => ['filter', 'static'].map((kind) => path.join(directory, `ngx_http_brotli_${kind}_module.so`)))
  .find((files) => files.every((file) => existsSync(file)));

export const hasNginx = existsSync(NGINX);
export const hasBrotli = BROTLI !== undefined;

/** A real nginx with two shops, the sample sites of the build, in front of the sandbox. */
export class Site {
  private constructor(
    readonly url: string,
    /** The address of the shop whose page is below a path. */
    readonly belowAPath: string,
    readonly directory: string,
    private readonly child: ChildProcess,
  ) {}

  /** `upstream` forwards the API and the channel to the sandbox, over TLS. */
  static async start(sandbox: string, upstream: Upstream): Promise<Site> {
    const directory = mkdtempSync(path.join(tmpdir(), 'nginx-'));
    const [port, otherPort] = [await freePort(), await freePort()];
    mkdirSync(path.join(directory, 'logs'));
    const page = path.join(directory, 'app');
    mkdirSync(page);
    for (const name of readdirSync('dist/app')) symlinkSync(path.resolve('dist/app', name), path.join(page, name));
    symlinkSync(page, path.join(directory, 'h5'));
    copyFileSync('dist/nginx-shared.conf', path.join(directory, 'shared.conf'));
    const known = { directory, sandbox, upstream: upstream.url };
    for (const [name, sample, shop] of [
      ['site.conf', 'dist/nginx.conf', { port, root: page }],
      ['other-site.conf', 'dist/nginx-below-a-path.conf', { port: otherPort, root: directory }],
    ] as const)
      writeFileSync(path.join(directory, name), fillIn(readFileSync(sample, 'utf8'), { ...known, ...shop }));
    writeFileSync(path.join(directory, 'nginx.conf'), mainConfiguration(directory));
    const child = spawn(NGINX, ['-p', directory, '-c', path.join(directory, 'nginx.conf')], { stdio: 'ignore' });
    const site = new Site(`http://127.0.0.1:${port}`, `http://127.0.0.1:${otherPort}/h5/`, directory, child);
    await until(
      () =>
        child.exitCode === null
          ? fetch(site.url).then(
              () => true,
              () => false,
            )
          : site.ended(),
      Boolean,
    );
    return site;
  }

  /** The access log and the error log. */
  log(): string {
    return ['access.log', 'error.log']
      .map((name) => path.join(this.directory, 'logs', name))
      .map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
      .join('');
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGQUIT');
    this.child.kill('SIGTERM');
    await gone;
    rmSync(this.directory, { recursive: true, force: true });
  }

  private ended(): never {
    throw new Error(`nginx rejects the sample: ${this.log()}`);
  }
}

/** Replaces the values that a deployer fills in with those of this machine. Throws if the sample lacks one of them. */
function fillIn(
  sample: string,
  {
    directory,
    port,
    root,
    sandbox,
    upstream,
  }: Record<'directory' | 'root' | 'sandbox' | 'upstream', string> & { port: number },
): string {
  const filledIn: [string | RegExp, string][] = [
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
    ['listen [::]:443 ssl http2;', ''],
    [/^ *ssl_(certificate|certificate_key|protocols) .*$/gm, ''],
    [/root \/srv\/physiolease(\/app)?;/g, `root ${root};`],
    ['https://api.example.com/;', `${upstream}/api/;`],
    ['https://channel.example.com;', `${upstream};`],
    ['/etc/ssl/certs/ca-certificates.crt', path.resolve('test/journeys/certificates/trusted-ca.pem')],
    [/Host (api|channel)\.example\.com;/g, `Host ${new URL(sandbox).host};`],
    [
      "'self' https://api.example.com wss://shop.example.com wss://channel.example.com:*",
      `'self' ${sandbox} ws://127.0.0.1:*`,
    ],
    ['/var/log/nginx/physiolease.log', path.join(directory, 'logs/access.log')],
    [/\/var\/log\/nginx\/physiolease-error\.log/g, path.join(directory, 'logs/error.log')],
    [/#(?=brotli)/g, hasBrotli ? '' : '#'],
  ];
  return filledIn.reduce((text, [place, value]) => {
    if (text.split(place).length < 2) throw new Error(`the sample does not contain ${String(place)}`);
    return text.replaceAll(place as string, value);
  }, sample);
}

/** The main configuration: a single process without root rights. */
export function mainConfiguration(directory: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${path.join(directory, name)};`,
  );
  return [
    ...(BROTLI ?? []).map((file) => `load_module ${file};`),
    'daemon off;',
    'master_process off;',
    `pid ${path.join(directory, 'nginx.pid')};`,
    `error_log ${path.join(directory, 'logs/error.log')};`,
    'events {}',
    'http {',
    ...temporary,
    ...['shared.conf', 'site.conf', 'other-site.conf']
      .map((name) => path.join(directory, name))
      .filter((file) => existsSync(file))
      .map((file) => `  include ${file};`),
    '}',
    '',
  ].join('\n');
}
