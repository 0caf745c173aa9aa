import type { ApiClient } from '../../../src/core/api/api-client.ts';
import type { Endpoint } from '../../../src/core/api/endpoint.ts';
import type { DeviceCheck, DeviceStatus } from '../../../src/core/device/device.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import { isSameDevice } from '../../../src/core/basics/device-code.ts';
import type { Reading, RunningTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import type { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { NO_TREATMENTS, type TreatmentRecords } from '../../../src/core/treatment/records/treatment-records.ts';
import type { TreatmentEvent } from '../../../src/core/treatment/records/treatment-events.ts';
import { replaced, type Mistake } from '../kernel/mistake.ts';
import { FOREIGN_ROW, type InvariantId } from './invariants.ts';
import { WIRING } from './wiring.ts';

type Wiring = typeof WIRING;

/** Wires one part of each page otherwise while the work runs. */
function wired<Name extends keyof Wiring>(name: Name, by: (original: Wiring[Name]) => Wiring[Name]): Mistake['plant'] {
  return (work) => replaced(WIRING, name, by, work);
}

/** The same object with one method replaced. */
function withMethod<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  by: (original: Target[Name]) => Target[Name],
): Target {
  const original = target[name];
  const bound = typeof original === 'function' ? (original.bind(target) as Target[Name]) : original;
  return new Proxy(target, {
    get: (of, asked) => {
      if (asked === name) return by(bound);
      const value: unknown = Reflect.get(of, asked, of);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
}

/** The use-cases and stores that get the API as their first port. */
type Asking = 'devices' | 'command' | 'starting' | 'stopping' | 'resuming' | 'following';

/** One part of each page asks another API while the work runs. */
function asking<Name extends Asking>(name: Name, change: (api: ApiClient) => ApiClient): Mistake['plant'] {
  return wired(name, (wire) => {
    const wireWith = wire as unknown as (api: ApiClient, ...ports: unknown[]) => unknown;
    return ((api: ApiClient, ...ports: unknown[]) => wireWith(change(api), ...ports)) as unknown as Wiring[Name];
  });
}

/** One method of a part of each page does something else while the work runs. */
function doing<Name extends keyof Wiring, Method extends keyof ReturnType<Wiring[Name]>>(
  name: Name,
  method: Method,
  by: (original: ReturnType<Wiring[Name]>[Method]) => ReturnType<Wiring[Name]>[Method],
): Mistake['plant'] {
  return wired(name, (wire) => {
    const wireWith = wire as unknown as (...ports: unknown[]) => ReturnType<Wiring[Name]>;
    return ((...ports: unknown[]) => withMethod(wireWith(...ports), method, by)) as unknown as Wiring[Name];
  });
}

/** The log of each page records other events than it is given while the work runs. */
function recording(change: (event: TreatmentEvent) => readonly TreatmentEvent[]): Mistake['plant'] {
  return wired(
    'log',
    (wire) =>
      (...ports) =>
        withEvents(wire(...ports), change),
  );
}

/** An API whose answers to one call are changed. */
function withAnswers<Answer>(api: ApiClient, name: string, change: (answer: Answer) => Answer): ApiClient {
  return withMethod(api, 'call', (call) => {
    const changed = async (endpoint: Endpoint<never, never, never>, ...rest: never[]) => {
      const answer: unknown = await (call as (...all: unknown[]) => Promise<unknown>)(endpoint, ...rest);
      return endpoint.name === name ? change(answer as Answer) : answer;
    };
    return changed as unknown as typeof call;
  });
}

/** An API in which a call that fails has this answer. */
function withAnswerFor(api: ApiClient, name: string, answer: unknown): ApiClient {
  return withMethod(api, 'call', (call) => {
    const changed = (endpoint: { name: string }, ...rest: unknown[]) => {
      const real = (call as (...all: unknown[]) => Promise<unknown>)(endpoint, ...rest);
      return endpoint.name === name ? real.catch(() => answer) : real;
    };
    return changed as unknown as typeof call;
  });
}

const withStatus = (
  api: ApiClient,
  change: (status: DeviceStatus | undefined) => DeviceStatus | undefined,
): ApiClient =>
  withAnswers<DeviceCheck>(api, 'device.checkDevice', (check) => ({ ...check, status: change(check.status) }));

const withReport = (api: ApiClient, change: (state: DeviceState) => DeviceState): ApiClient =>
  withAnswers<DeviceState>(api, 'device.readLatest', change);

const asMine = (status: DeviceStatus | undefined) => (status === 'used' ? 'working' : status);

function withRecords(log: TreatmentLog, change: (records: TreatmentRecords) => TreatmentRecords): TreatmentLog {
  return withMethod(log, 'records', (records) => () => change(records()));
}

/** A log that does not read again what changes after the call of a method that is `noted`. */
function withRecordsAtCall(log: TreatmentLog) {
  let then = log.records();
  const noted =
    <Input extends unknown[], Output>(call: (...input: Input) => Output) =>
    (...input: Input): Output => {
      then = log.records();
      return call(...input);
    };
  return { old: withRecords(log, () => then), noted };
}

/** A log that records other events than it is given. */
function withEvents(log: TreatmentLog, change: (event: TreatmentEvent) => readonly TreatmentEvent[]): TreatmentLog {
  return withMethod(
    log,
    'record',
    (record) =>
      (...events) =>
        record(...events.flatMap(change)),
  );
}

interface TreatmentMistake extends Mistake {
  violates: InvariantId;
}

export const MISTAKES: readonly TreatmentMistake[] = [
  {
    name: 'An early report of rest ends each stop.',
    violates: 'rest-is-true',
    seed: 78,
    plant: doing(
      'stopping',
      'stop',
      (stop) => (sno, request) => stop(sno, { ...request, isRunning: true, isRecordOld: false }),
    ),
  },
  {
    name: 'A screen reads once what was started on its phone.',
    violates: 'minutes-are-true',
    seed: 799,
    plant: wired('following', (wire) => (api, devices, log, ...ports) => {
      let first: TreatmentRecords | undefined;
      return wire(
        api,
        devices,
        withRecords(log, (records) => (first ??= records)),
        ...ports,
      );
    }),
  },
  {
    name: 'An accepted start is stored as one that was seen running.',
    violates: 'rest-is-true',
    seed: 9872,
    plant: recording((event) =>
      event.type === 'startTookEffect' ? [{ ...event, treatment: { ...event.treatment, ran: true } }] : [event],
    ),
  },
  {
    name: 'A report that does not come counts as rest after a stop.',
    violates: 'rest-is-true',
    seed: 822,
    plant: asking('stopping', (api) => withAnswerFor(api, 'device.readLatest', { on: false })),
  },
  {
    name: 'A screen takes the run of somebody else for that of its person.',
    violates: 'running-is-true',
    seed: 37,
    plant: asking('following', (api) => withStatus(api, asMine)),
  },
  {
    name: 'The bar takes the run of somebody else for that of its person.',
    violates: 'running-is-true',
    seed: 14,
    plant: asking('resuming', (api) => withStatus(api, asMine)),
  },
  {
    name: 'A reading that fails counts as the one before, heard of now.',
    violates: 'running-is-true',
    seed: 608,
    plant: wired('running', (wire) => (resuming, time) => {
      const last = new Map<string, RunningTreatment>();
      const remembering = withMethod(
        resuming as object as { lookAt: (all: string[]) => Promise<Map<string, Reading>> },
        'lookAt',
        (lookAt) => async (all) => {
          const readings = await lookAt(all);
          for (const [sno, reading] of readings) {
            const before = last.get(sno);
            const isKnown = typeof reading === 'object' && reading.seenAt !== undefined && !reading.isStarting;
            if (isKnown) last.set(sno, reading);
            else if (before && (reading === 'unknown' || typeof reading === 'object'))
              readings.set(sno, { ...before, seenAt: time.now() });
          }
          return readings;
        },
      );
      return wire(remembering as never, time);
    }),
  },
  {
    name: 'A screen dates each report by when it shows it.',
    violates: 'running-is-true',
    seed: 85,
    plant: wired(
      'devices',
      (wire) =>
        (api, channel, clock, ...ports) =>
          withMethod(
            wire(api, channel, clock, ...ports),
            'follow',
            (follow) => (sno, onChange) =>
              follow(sno, (snapshot) =>
                onChange(snapshot.seenAt === undefined ? snapshot : { ...snapshot, seenAt: clock.now() }),
              ),
          ),
    ),
  },
  {
    name: 'Minutes that a device does not count are none.',
    violates: 'minutes-are-true',
    seed: 3425,
    plant: asking('devices', (api) => withReport(api, (state) => ({ ...state, usedMinutes: state.usedMinutes ?? 0 }))),
  },
  {
    name: 'Each report names the same mode.',
    violates: 'mode-is-true',
    seed: 128,
    plant: asking('devices', (api) =>
      withReport(api, (state) => (state.function ? { ...state, function: 'bio' } : state)),
    ),
  },
  {
    name: 'A screen takes the run of its person for that of somebody else.',
    violates: 'whose-is-true',
    seed: 1,
    plant: asking('following', (api) => withStatus(api, (status) => (status === 'working' ? 'used' : status))),
  },
  {
    name: 'The command line believes that an accepted start runs.',
    violates: 'started-as-asked',
    seed: 5,
    plant: doing('command', 'awaitRunning', () => async (_sno, settings) => ({
      kind: 'started',
      state: { on: true, ...settings },
      asAsked: true,
    })),
  },
  {
    name: 'The record of the run before counts as a report of a new start.',
    violates: 'rest-is-true',
    seed: 21574,
    plant: recording((event) =>
      event.type === 'startSent' ? [{ ...event, start: { ...event.start, recordMayBeOld: undefined } }] : [event],
    ),
  },
  {
    name: 'A start without an answer counts as one that did not take place.',
    violates: 'nothing-sent-is-true',
    seed: 1804,
    plant: doing('starting', 'begin', (begin) => async (request) => {
      const outcome = await begin(request);
      return outcome.kind === 'not-started' ? { ...outcome, outcomeUnknown: false } : outcome;
    }),
  },
  {
    name: 'A start does not heed what another page has started.',
    violates: 'one-use',
    seed: 303,
    plant: wired(
      'command',
      (wire) =>
        (api, log, ...ports) =>
          wire(
            api,
            withRecords(log, () => NO_TREATMENTS),
            ...ports,
          ),
    ),
  },
  {
    name: 'A start goes by what was remembered when it was asked for.',
    violates: 'one-use',
    seed: 2369,
    plant: wired('command', (wire) => (api, log, ...ports) => {
      const { old, noted } = withRecordsAtCall(log);
      return withMethod(wire(api, old, ...ports), 'send', noted);
    }),
  },
  {
    name: 'A stop goes by what was remembered when it was asked for.',
    violates: 'rest-is-true',
    seed: 823,
    plant: wired('stopping', (wire) => (api, log, ...ports) => {
      const { old, noted } = withRecordsAtCall(log);
      return withMethod(wire(api, old, ...ports), 'stop', noted);
    }),
  },
  {
    name: 'Only the last start of a phone is remembered.',
    violates: 'stop-within-reach',
    seed: 343,
    plant: wired('log', (wire) => (...ports) => {
      const log = wire(...ports);
      return withEvents(log, (event) => {
        if (event.type !== 'startTookEffect') return [event];
        const others = Object.values(log.records().started).filter(
          ({ sno }) => !isSameDevice(sno, event.treatment.sno),
        );
        return [...others.map((treatment) => ({ type: 'ended' as const, treatment })), event];
      });
    }),
  },
  {
    name: 'A stop that fails is forgotten.',
    violates: 'asked-stop-is-kept',
    seed: 14,
    plant: recording((event) => (event.type === 'stopAsked' || event.type === 'stopFailed' ? [] : [event])),
  },
  {
    name: 'Two people on one phone share what is remembered.',
    violates: 'one-account',
    seed: 14,
    plant: wired('scope', (wire) => (storage) => wire(storage, 'me')),
  },
  {
    name: 'A running device counts as started by whoever waits for an answer.',
    violates: 'running-is-true',
    seed: 14,
    plant: asking('starting', (api) => withStatus(api, asMine)),
  },
  {
    name: 'A stop ends the treatment that was started last.',
    violates: 'named-subject',
    seed: 128,
    plant: wired(
      'stopping',
      (wire) =>
        (api, log, ...ports) =>
          withMethod(wire(api, log, ...ports), 'stop', (stop) => (sno, request) => {
            const [last] = Object.values(log.records().started).toSorted((one, other) => other.at - one.at);
            return stop(last?.sno ?? sno, request);
          }),
    ),
  },
  {
    name: 'A stop takes the word that somebody else uses a device for none.',
    violates: 'nobody-elses-run',
    seed: 705,
    plant: asking('stopping', (api) => withStatus(api, (status) => (status === 'used' ? undefined : status))),
  },
  {
    name: 'A device of which a start hears nothing counts as free.',
    violates: 'nobody-elses-run',
    seed: 1299,
    plant: asking('starting', (api) => withAnswerFor(api, 'device.checkDevice', { status: 'free' })),
  },
  {
    name: 'A start is sent although its screen is gone.',
    violates: 'no-act-for-a-gone-screen',
    seed: 17,
    plant: doing('starting', 'begin', (begin) => (request) => begin({ ...request, signal: undefined })),
  },
  {
    name: 'One row of another release hides all that is remembered.',
    violates: 'rows-are-kept',
    seed: 3,
    plant: wired(
      'storage',
      (wire) => (storage) =>
        withMethod(wire(storage), 'read', (read) => (area, key) => {
          const text = read(area, key);
          return text?.includes(FOREIGN_ROW) ? undefined : text;
        }),
    ),
  },
  {
    name: 'The answer of a check may be missing where the program needs one.',
    violates: 'no-bug',
    seed: 1,
    plant: asking('resuming', (api) => withAnswers(api, 'device.checkDevice', () => undefined as never)),
  },
  {
    name: 'A stop asks the device for ever.',
    violates: 'leads-to-settled',
    seed: 10,
    plant: wired('stopping', (wire) => (api, log, mutex, clock, ...ports) => {
      const at = clock.now();
      return wire(
        api,
        log,
        mutex,
        withMethod(clock, 'now', () => () => at),
        ...ports,
      );
    }),
  },
];
