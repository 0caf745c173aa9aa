import { prePay } from '../../src/core/checkout/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import type { World } from '../helpers/world.ts';
import type { ImpatientPerson } from '../journeys/impatient-person.ts';
import type { SeededRandom } from './seeded-random.ts';
import { randomPayment, setRandomFaults } from './random-faults.ts';

const DEVICE = 'PL10001';
const MAX_ATTEMPTS = 4;
const ACTION_TIMEOUT_MS = 10_000;
const MINUTE = 60_000;

/** The result of a round. */
export interface RoundResult {
  faults: number;
  /** Steps that a fault prevented. */
  abandonedSteps: number;
  uncaught: string[];
}

/** Rents, pays, starts and stops in the page under random faults. A failed step is repeated through the entry link. */
export async function runPageRound(
  world: World,
  person: ImpatientPerson,
  user: 'ordinary' | 'card',
  random: SeededRandom,
): Promise<RoundResult> {
  const result: RoundResult = { faults: 0, abandonedSteps: 0, uncaught: person.uncaught };
  person.page.setDefaultTimeout(ACTION_TIMEOUT_MS);
  const press = (target: Parameters<ImpatientPerson['presses']>[0]) =>
    random.occurs(0.3)
      ? person.entersTwice(target)
      : random.occurs(0.5)
        ? person.presses(target)
        : person.tapsRepeatedly(target);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    result.faults += await setRandomFaults(world, random);
    await world.payment(randomPayment(random));
    try {
      await opens(person, user, `/?sno=${DEVICE}`);
      await step(world, person, user, press);
    } catch (thrown) {
      if (!(thrown instanceof Error) || thrown.name !== 'TimeoutError') throw thrown;
      result.abandonedSteps += 1;
    }
    if (random.occurs(0.3)) await person.page.reload();
    if (random.occurs(0.2)) await person.page.goBack();
  }
  await world.heals();
  return result;
}

/** Opens the link. Retries once if the page’s own navigation interrupts it. */
async function opens(person: ImpatientPerson, user: string, path: string): Promise<void> {
  try {
    await person.arrives(user, path);
  } catch (thrown) {
    if (!(thrown instanceof Error && thrown.message.includes('interrupted by another navigation'))) throw thrown;
    await person.arrives(user, path);
  }
}

async function step(
  world: World,
  person: ImpatientPerson,
  user: 'ordinary' | 'card',
  press: (target: ReturnType<ImpatientPerson['payButton']>) => Promise<void>,
): Promise<void> {
  await person.page.waitForURL(({ pathname }) => ['/lease', '/modeMenu', '/process'].includes(pathname));
  switch (new URL(person.page.url()).pathname) {
    case '/lease':
      await press(await person.choosesPlan());
      return void (await person.page.waitForResponse((response) => response.url().endsWith(prePay.path)));
    case '/modeMenu':
      await press(person.button(copy.modes.tiles.bio));
      if (user === 'card') await press(person.button(copy.common.confirm));
      return person.comesTo('/process');
    default:
      await world.passes(2 * MINUTE);
      await press(person.button(copy.treatment.stop));
      await press(person.button(copy.common.confirm));
      return person.comesTo('/modeMenu');
  }
}

/** The order state on the page and on the server after all faults ended. Compares again if the state changed meanwhile, for example by a payment still pending. */
export async function shownAndActualState(
  world: World,
  person: ImpatientPerson,
  user: string,
): Promise<{ shown: string; server: string } | undefined> {
  const before = await findOrder(world);
  if (!before) return undefined;
  await opens(person, user, `/orderDetail?orderNo=${before.number}`);
  await person.button(copy.receipt.open).waitFor();
  const shown = (
    await person.page
      .getByText(new RegExp(`^(${Object.values(copy.orders.states).join('|')})$`))
      .first()
      .innerText()
  ).trim();
  const after = await findOrder(world);
  return after?.words === before.words ? { shown, server: before.words } : shownAndActualState(world, person, user);
}

async function findOrder(world: World): Promise<{ number: string; words: string } | undefined> {
  const { orders } = await world.state();
  const mine = orders.find((order) => order['sno'] === DEVICE && (order['kind'] ?? 'lease') === 'lease');
  return mine && { number: String(mine.orderNo ?? mine['number']), words: stateLabel(mine['statusCode']) };
}

function stateLabel(statusCode: unknown): string {
  const { states } = copy.orders;
  return statusCode === 1 ? states['to-pay'] : statusCode === 5 ? states.paid : states.cancelled;
}
