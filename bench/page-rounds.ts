import { setTimeout as rest } from 'node:timers/promises';
import { copy } from '../src/ui/copy/zh-CN.ts';
import { Phone, type Measured } from './phone.ts';

/** The latency of each call, in ms. */
const LATENCY = 150;
const MOST = 2;

const WAYS: [leads: string, user: string, address: string, words: string][] = [
  ['the account', 'ordinary', '/', '13800000001'],
  ['the devices', 'leaser', '/?pageType=device', '剩余'],
  ['plans', 'ordinary', '/?sno=PL10001', copy.lease.original],
  ['modes', 'card', '/?sno=PL10001', copy.modes.tiles.bio],
  ['a treatment', 'card', '/?sno=PL10005', copy.treatment.elapsedBefore.trim()],
  ['the question "on behalf?"', 'assistant', '/?sno=PL10001', copy.entry.onBehalf],
  ['a notice', 'ordinary', '/?sno=PL10008', copy.entry.reasons.locked],
  ['a shared device', 'shared', '/modeMenu?isShare=true&sno=PL10003', copy.modes.tiles.bio],
];

interface Call {
  round: number;
  /** Undefined while the call is in progress. */
  endedAt?: number;
}

/** The number of sequential rounds of calls from the page's start to a useful screen. A round begins after an answer of the previous one. */
export async function* figures(): AsyncGenerator<Measured> {
  for (const [leads, user, address, words] of WAYS) {
    const phone = await Phone.pickUp();
    const calls: Call[] = [];
    await phone.page.route('**/api/**', async (route) => {
      const startedAt = Date.now();
      const before = calls.filter(({ endedAt = Infinity }) => endedAt <= startedAt).map(({ round }) => round);
      const call: Call = { round: 1 + Math.max(0, ...before) };
      calls.push(call);
      await rest(LATENCY);
      call.endedAt = Date.now();
      await route.continue();
    });
    const began = Date.now();
    await phone.comes(user, address);
    const seen = await phone.page.waitForFunction(
      (text) => document.body?.innerText.includes(text) && Date.now(),
      words,
    );
    const seenAt = Number(await seen.jsonValue());
    const took = seenAt - began;
    const value = Math.max(0, ...calls.filter(({ endedAt = Infinity }) => endedAt <= seenAt).map(({ round }) => round));
    yield {
      what: `page's start → ${leads}, ${LATENCY} ms a call`,
      value,
      unit: 'rounds',
      anchor: 'written one after another 4–5',
      gate: `≤ ${MOST}`,
      aim: '1',
      met: value <= MOST,
      took,
    };
    await phone.putDown();
  }
}
