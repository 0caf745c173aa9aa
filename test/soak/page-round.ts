import { prePay } from '../../src/core/checkout/api.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import type { World } from '../helpers/world.ts';
import type { ImpatientPerson } from '../journeys/impatient-person.ts';
import type { Dice } from './dice.ts';
import { paymentBy, troubles } from './trouble.ts';

const DEVICE = 'PL10001';
const ATTEMPTS = 4;
const PATIENCE = 10_000;
const MINUTE = 60_000;

/** What a round met on its way. */
export interface Met {
  faults: number;
  /** Steps that a fault kept from being done. */
  given: number;
  uncaught: string[];
}

/** Somebody in the page who rents, pays, starts and stops, while everything fails; what is not done is tried again through the link. */
export async function walkThePage(
  world: World,
  person: ImpatientPerson,
  user: 'ordinary' | 'card',
  dice: Dice,
): Promise<Met> {
  const met: Met = { faults: 0, given: 0, uncaught: person.uncaught };
  person.page.setDefaultTimeout(PATIENCE);
  const press = (target: Parameters<ImpatientPerson['presses']>[0]) =>
    dice.happens(0.3)
      ? person.entersTwice(target)
      : dice.happens(0.5)
        ? person.presses(target)
        : person.hammers(target);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    met.faults += await troubles(world, dice);
    await world.payment(paymentBy(dice));
    try {
      await opens(person, user, `/?sno=${DEVICE}`);
      await step(world, person, user, press);
    } catch (thrown) {
      if (!(thrown instanceof Error) || thrown.name !== 'TimeoutError') throw thrown;
      met.given += 1;
    }
    if (dice.happens(0.3)) await person.page.reload();
    if (dice.happens(0.2)) await person.page.goBack();
  }
  await world.heals();
  return met;
}

/** Opens the link; a page that is just going somewhere by itself may come in between. */
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

/** Once all is well the page says of an order what the server says, in the detail's three words; money that is still on its way may arrive meanwhile. */
export async function whatThePageSays(
  world: World,
  person: ImpatientPerson,
  user: string,
): Promise<{ shown: string; server: string } | undefined> {
  const before = await theirOrder(world);
  if (!before) return undefined;
  await opens(person, user, `/orderDetail?orderNo=${before.number}`);
  await person.button(copy.receipt.open).waitFor();
  const shown = (
    await person.page
      .getByText(new RegExp(`^(${Object.values(copy.orders.states).join('|')})$`))
      .first()
      .innerText()
  ).trim();
  const after = await theirOrder(world);
  return after?.words === before.words ? { shown, server: before.words } : whatThePageSays(world, person, user);
}

async function theirOrder(world: World): Promise<{ number: string; words: string } | undefined> {
  const { orders } = await world.state();
  const mine = orders.find((order) => order['sno'] === DEVICE && (order['kind'] ?? 'lease') === 'lease');
  return mine && { number: String(mine.orderNo ?? mine['number']), words: wordsOf(mine['statusCode']) };
}

function wordsOf(statusCode: unknown): string {
  const { states } = copy.orders;
  return statusCode === 1 ? states['to-pay'] : statusCode === 5 ? states.paid : states.cancelled;
}
