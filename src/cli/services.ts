import { FallbackStorage } from '../adapters/fallback-storage.ts';
import { FetchHttp } from '../adapters/http/fetch-http.ts';
import { GizwitsDeviceChannel } from '../adapters/gizwits/device-channel.ts';
import { NoShareMenu } from '../adapters/node/no-share-menu.ts';
import { FileAppStorage } from '../adapters/node/files/file-app-storage.ts';
import { FileMutex } from '../adapters/node/files/file-mutex.ts';
import { ImageFileScanner } from '../adapters/node/image-file-scanner.ts';
import { keepAliveFetch } from '../adapters/node/network/keep-alive-fetch.ts';
import { openNodeSocket } from '../adapters/node/network/node-socket.ts';
import { PaymentLinkBridge } from '../adapters/node/payment-link-bridge.ts';
import { UsedDirectories } from '../adapters/node/files/used-directories.ts';
import { StackReporter } from '../adapters/report/stack-reporter.ts';
import { SystemClock } from '../adapters/system-clock.ts';
import { TracingHttp } from '../adapters/http/tracing-http.ts';
import { compose } from '../container.ts';
import { ApiClient } from '../core/api/api-client.ts';
import { Configuration } from '../core/api/configuration/configuration.ts';
import { maskPhonesOnly } from './words/phone.ts';
import type { CoreOptions, CoreServices, ServiceClass } from './environment.ts';

/** The core on Node's adapters. What only some commands need is loaded for them. */
export async function createServices(options: CoreOptions): Promise<CoreServices> {
  const configuration = Configuration.from(options.configuration);
  const { skewMs } = options;
  const clock = new SystemClock(skewMs, true);
  clock.onCorrection(() => options.onSkew?.(clock.skew));
  const { debug, dryRun: onPlannedCall, heartbeat } = options;
  const logging = debug && (await import('../adapters/node/debug-log.ts'));
  const used = onPlannedCall
    ? undefined
    : new UsedDirectories([options.directory, options.tokenDirectory ?? options.directory], options.discard);
  const fetching = new FetchHttp(keepAliveFetch(process.env));
  const dryRun = onPlannedCall && {
    ...(await import('../adapters/node/dry-run.ts')),
    ...(await import('../adapters/in-memory-mutex.ts')),
  };
  const tracing = new TracingHttp(logging ? new logging.LoggingHttp(fetching, debug, maskPhonesOnly) : fetching, {
    timeoutMs: options.timeoutMs,
    onServerTime: (serverAt, roundTripMs) => {
      used?.serverAnswered(serverAt);
      if (skewMs !== undefined) clock.takeServerTime(serverAt, roundTripMs);
    },
    onSend: options.onSend,
    onWrite: options.onWrite,
    onBusy: options.onBusy,
    newRequestId: () => crypto.randomUUID(),
    interruption: options.interruption,
    onExchange: (exchange, response) => {
      const { method, path, ms, code } = exchange;
      options.onExchange?.(exchange, response);
      options.trace?.(`${method} ${path} ${ms} ms ${code}`);
    },
  });
  const channel = new GizwitsDeviceChannel({
    openSocket: (url) => {
      const socket = openNodeSocket(url, process.env);
      return logging ? logging.loggingSocket(socket, url, debug, maskPhonesOnly) : socket;
    },
    secure: !configuration.values.apiBase.startsWith('http:'),
    times: heartbeat && { pingEveryMs: heartbeat.everyMs, pongMs: heartbeat.limitMs },
  });
  const scanner = new ImageFileScanner(options.image ?? '', async () =>
    (await import('./input/image-decoder.ts')).readImageDecoder(),
  );
  const storage = new FallbackStorage(
    new FileAppStorage(options.directory),
    (...failure) => options.onStorageFailure?.(...failure) ?? false,
  );
  const container = compose({
    configuration,
    http: dryRun ? new dryRun.DryRunHttp(tracing, onPlannedCall) : tracing,
    clock,
    channel,
    access: options.access,
    readRetries: options.readRetries,
    storage: dryRun ? new dryRun.DryRunStorage(storage) : storage,
    reporter: new StackReporter((text) => options.printStack?.(text)),
    bridge: new PaymentLinkBridge(
      () => options.payLink?.(),
      (link) => options.present?.(link),
    ),
    scanner,
    shareMenu: new NoShareMenu(),
    mutex: dryRun ? new dryRun.InMemoryMutex(clock) : new FileMutex(options.directory, clock),
  });
  container.get(ApiClient).onUnreadable = options.onUnreadable;
  return {
    get: <Service>(service: ServiceClass<Service>) =>
      container.get<Service>(service as Parameters<typeof container.get<Service>>[0]),
    time: clock,
  };
}
