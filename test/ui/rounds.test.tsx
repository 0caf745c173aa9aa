// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { ENDPOINTS, FakeServer } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import type { HttpRequest, HttpResponse } from '../../src/ports/http.ts';
import { AppHarness, at } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

const WORKING = { ownerId: 'op1', status: 'DEVICE_WORKING' };
const USING = { ownerId: 'op1', status: 'DEVICE_USING' };
const OWN = [{ sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1' }];
const RUNNING = { onOff: 1, function: 1, workTime: 30, useTime: 2 };
const A_PLAN = copy.lease.plan(7, copy.lease.units.day(7), '49', '69');
const REMAINING = copy.treatment.remaining(28);

const reads = ENDPOINTS.filter(({ kind }) => kind === 'read').map(({ name }) => name);

/** A fake server that holds its responses until `answersRound`, so that a test sees which requests are sent concurrently. */
class HttpInRounds extends FakeServer {
  /** The endpoint names of each round of concurrent requests. */
  readonly rounds: string[][] = [];
  private held: { name: string; answer: () => void }[] = [];

  override async send(request: HttpRequest): Promise<HttpResponse> {
    await new Promise<void>((answer) => this.held.push({ name: this.nameOf(request), answer }));
    return super.send(request);
  }

  isAsked(): boolean {
    return this.held.length > 0;
  }

  /** Responds to all requests since the previous round. */
  answersRound(): void {
    const round = this.held.splice(0);
    this.rounds.push(round.map(({ name }) => name));
    for (const { answer } of round) answer();
  }
}

type EntryCase = [
  outcome: string,
  address: string,
  sees: string,
  rounds: number,
  prepare: (app: AppHarness) => unknown,
];

const entryCases: EntryCase[] = [
  ['the account', '/', '李奶奶', 1, () => {}],
  ['the device list', '/?pageType=device', '客厅理疗仪', 1, (app) => app.reply(listDevices, OWN)],
  ['the plans of a free device', '/?sno=PL1001', A_PLAN, 2, () => {}],
  [
    'the modes with a card',
    '/?sno=PL1001',
    copy.titles.modeMenu,
    1,
    (app) => app.reply(listCards, aPage({ sysUserId: 'op1', money: 3 })),
  ],
  [
    'the modes of a shared device',
    '/?sno=PL1001',
    copy.titles.modeMenu,
    2,
    (app) => app.reply(checkDevice, USING).reply(listShares, [{ mobile: '138 0000 1234' }]),
  ],
  [
    'a running treatment',
    '/?sno=PL1001',
    REMAINING,
    2,
    (app) => app.reply(checkDevice, WORKING).reply(readLatest, RUNNING),
  ],
  [
    'a treatment that was started here',
    '/',
    REMAINING,
    2,
    (app) => {
      app.reply(checkDevice, WORKING).reply(readLatest, RUNNING);
      app.startedHere(150_000);
    },
  ],
  [
    'the question about renting on behalf of a customer',
    '/?sno=PL1001',
    copy.entry.onBehalf,
    1,
    (app) => app.reply(getUser, { assist: true }),
  ],
  ['a device opened by a share link', '/modeMenu?isShare=true&sno=PL1001', copy.modes.tiles.bio, 0, () => {}],
];

async function roundsUntil(words: string, http: HttpInRounds): Promise<number> {
  const isShown = () => screen.queryAllByText(words).length + screen.queryAllByLabelText(words).length > 0;
  while (!isShown()) {
    await waitFor(() => expect(http.isAsked() || isShown()).toBe(true));
    await act(async () => {});
    if (!isShown()) await act(async () => http.answersRound());
  }
  return http.rounds.length;
}

test.each(entryCases)(
  'Reaching %s takes the minimal number of request rounds',
  async (_, address, words, rounds, prepare) => {
    const http = new HttpInRounds();
    const app = new AppHarness({}, http);
    prepare(app);
    app.open(address);
    expect(await roundsUntil(words, http)).toBe(rounds);
    expect(http.rounds.flat().filter((name) => !reads.includes(name))).toEqual([]);
  },
);

test('Renting on behalf of a customer takes two request rounds from the answer to the plans', async () => {
  const http = new HttpInRounds();
  const app = new AppHarness({}, http).reply(getUser, { assist: true }).open('/?sno=PL1001');
  await roundsUntil(copy.entry.onBehalf, http);
  (await screen.findByRole('button', { name: copy.entry.yes })).click();
  expect(await roundsUntil(A_PLAN, http)).toBe(1 + 2);
  expect(at()).toBe(screenOf('/lease', { rest: 'assist=true' }));
  expect(app.calls(createLeaseOrder)).toBe(0);
});
