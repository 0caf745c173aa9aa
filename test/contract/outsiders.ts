import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import type { World } from '../../sandbox/world/world.ts';
import { FetchHttp } from '../../src/adapters/http/fetch-http.ts';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import { keepAliveFetch } from '../../src/adapters/node/network/keep-alive-fetch.ts';
import { openNodeSocket } from '../../src/adapters/node/network/node-socket.ts';
import { createServices } from '../../src/cli/services.ts';
import type { CoreOptions, CoreServices, ServiceClass } from '../../src/cli/environment.ts';
import { ApiClient } from '../../src/core/api/api-client.ts';
import { Configuration } from '../../src/core/api/configuration/configuration.ts';
import { ExamineCall } from '../../src/core/api/examine/examine-call.ts';
import { ExamineChannel } from '../../src/core/diagnosis/examine-channel.ts';
import { ExamineServer } from '../../src/core/diagnosis/examine-server.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { type Ended, Terminal } from '../cli/terminal.ts';
import { whileTimePasses } from '../helpers/passing-time.ts';
import { askEverything } from '../sandbox/ask-everything.ts';

export { startSandbox } from '../../sandbox/main.ts';

export interface DoctorLine {
  check: string;
  subject: string | null;
  result: 'good' | 'bad' | 'skipped' | 'note';
  advice: string | null;
}

interface Examined extends Pick<Ended, 'code' | 'stderr'> {
  lines: DoctorLine[];
  /** The opened addresses of the device channel. */
  opened: string[];
}

/**
 * Runs `physio doctor --contract` against a server made from the documents. Redirects the examples' channel host to `channelPort` on this
 * machine; without a port the connection fails.
 */
export async function doctorAgainst(api: string, channelPort?: number): Promise<Examined> {
  const opened: string[] = [];
  /** Passes at once, because nothing answers on the channel. */
  const ofChannel = new FakeClock();
  const terminal = new Terminal(async (options) => {
    const services = await createServices(options);
    return {
      ...services,
      get: <Service>(service: ServiceClass<Service>) =>
        service === (ExamineServer as unknown) ? (serverOf(options, services) as Service) : services.get(service),
    };
  });
  const serverOf = ({ configuration, heartbeat }: CoreOptions, { get, time }: CoreServices) => {
    // The command line names only what it uses of the core's clock.
    const ofRun = time as Clock;
    const clock = channelPort === undefined ? ofChannel : ofRun;
    const openSocket = (url: string) => {
      opened.push(url);
      if (channelPort === undefined) throw new Error('nothing listens there');
      return openNodeSocket(`ws://127.0.0.1:${channelPort}${new URL(url).pathname}`);
    };
    const times = heartbeat && { pingEveryMs: heartbeat.everyMs, pongMs: heartbeat.limitMs };
    const channel = new GizwitsDeviceChannel({ openSocket, secure: false, times });
    return new ExamineServer(
      new FetchHttp(keepAliveFetch()),
      new ExamineCall(get(ApiClient), ofRun),
      new ExamineChannel(get(ApiClient), channel, clock),
      Configuration.from(configuration),
      ofRun,
    );
  };
  try {
    const { code, stderr, lines } = await whileTimePasses(
      ofChannel,
      terminal.physio(['doctor', '--contract', '--json'], { env: { PHYSIO_API: api, PHYSIO_TOKEN: 'any-token' } }),
    );
    return { code, stderr, lines: lines() as DoctorLine[], opened };
  } finally {
    terminal.close();
  }
}

/** Makes every call of the contract to the sandbox through `api` and returns their number. Rejects if a response violates the contract. */
export async function everyCallThrough(world: World, api: string): Promise<number> {
  const answers = await askEverything(world, Configuration.from({ apiBase: api }), new FetchHttp(keepAliveFetch()));
  return answers.size;
}
