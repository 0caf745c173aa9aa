import { MINUTE } from '../../../src/core/basics/time.ts';
import type { Choice } from '../kernel/choice.ts';
import type { Device } from './device.ts';
import type { Page } from './page.ts';
import type { Phone } from './phone.ts';
import { settingsOf } from './settings.ts';
import type { TreatmentWorld } from './world.ts';

type Offer = (kind: string, weight: number, take: Choice['take'], isFault?: boolean) => void;

function offers(on: string, offer: (add: Offer) => void): Choice[] {
  const choices: Choice[] = [];
  offer((kind, weight, take, isFault = false) => choices.push({ kind, on, weight, isFault, take }));
  return choices;
}

const CAN_STOP: Partial<Record<string, true>> = {
  loading: true,
  starting: true,
  running: true,
  unresponsive: true,
  offline: true,
};

/** What a person may do on a page, and what may happen to the page. */
export function pageChoices(world: TreatmentWorld, page: Page): Choice[] {
  const { life } = page;
  return offers(life.name, (add) => {
    if (life.isFrozen) return add('goes on', 4, () => world.thaw(page));
    if (page.isCommandLine) offerCommands(world, page, add);
    else offerTaps(world, page, add);
  });
}

function offerCommands(world: TreatmentWorld, page: Page, add: Offer): void {
  if (page.isBusy) return add('is interrupted', 1, () => world.reload(page), true);
  for (const { sno } of world.devices) {
    add(`runs treatment start ${sno}`, 3, () => page.startCommand(sno, settingsOf(page.account, 'A')));
    add(`runs another treatment start ${sno}`, 1, () => page.startCommand(sno, settingsOf(page.account, 'B')));
    add(`runs treatment stop ${sno}`, 3, () => page.stopCommand(sno));
    add(`runs treatment show ${sno}`, 1, () => page.showCommand(sno));
  }
}

function offerTaps(world: TreatmentWorld, page: Page, add: Offer): void {
  const { screen, question, view } = page;
  if (screen.kind === 'modes') {
    if (question) {
      add('agrees to the deduction', 6, () => page.start(question.settings, question.deduction));
      add('does not agree', 1, () => void (page.question = undefined));
    } else if (!page.isStarting) {
      add(`starts ${screen.sno}`, 6, () => page.start(settingsOf(page.account, 'A')));
      add(`starts ${screen.sno} in another mode`, 1, () => page.start(settingsOf(page.account, 'B')));
    }
  }
  if (screen.kind === 'process') {
    const phase = view?.phase ?? 'loading';
    if (CAN_STOP[phase] && !page.isStopping) add(`stops ${screen.sno}`, 4, () => page.stop());
    const isOver = phase === 'finished' || phase === 'over' || phase === 'replaced' || phase === 'offline';
    if (isOver) add('confirms the end', 4, () => page.confirmEnd());
    if (view?.cameBack) add('is led on', 10, () => page.confirmEnd());
  }
  const isBusy = page.isStarting || page.isStopping;
  if (screen.kind !== 'elsewhere') add('leaves', isBusy ? 3 : 1, () => page.open({ kind: 'elsewhere' }));
  for (const { sno } of world.devices) {
    const weight = screen.kind === 'elsewhere' ? 4 : 0.5;
    const isThere = screen.sno === sno;
    if (!isThere || screen.kind !== 'modes')
      add(`opens the modes of ${sno}`, weight, () => page.open({ kind: 'modes', sno }));
    if (!isThere || screen.kind !== 'process')
      add(`opens the treatment of ${sno}`, weight, () => page.open({ kind: 'process', sno }));
  }
  add('is shown again', 0.5, () => page.resume());
  add('is frozen', 1, () => void (page.life.isFrozen = true), true);
  add('is reloaded', 1, () => world.reload(page), true);
}

/** What may happen to a phone. */
export function phoneChoices(world: TreatmentWorld, phone: Phone): Choice[] {
  return offers(phone.name, (add) => {
    const isAwake = phone.pages.some(({ life }) => life.goesOn);
    if (isAwake) {
      add('sleeps for a minute', 1, () => world.sleep([phone], MINUTE), true);
      add('sleeps for four minutes', 1, () => world.sleep([phone], 4 * MINUTE), true);
      add('sleeps for half an hour', 1, () => world.sleep([phone], 31 * MINUTE), true);
    }
    // Nobody sets a clock in the seconds between a start or a stop and the device's report of it.
    const hasLag = world.devices.some(({ traits }) => traits.recordLagMs > 0);
    const isQuiet = world.devices.every((device) => device.orders.length === 0 && !device.hasNews);
    if (phone.time.aheadMs !== 0) add('learns the time', 8, () => phone.learnsTheTime());
    // A clock that is wrong, before any server has said so, and a record that is old are not weighed together.
    else if (isQuiet && !hasLag) add('has its clock set ahead', 0.5, () => phone.jumps(20 * MINUTE), true);
  });
}

/** What may happen to each device. */
export function devicesChoices(world: TreatmentWorld): Choice[] {
  return world.devices.flatMap((device) => offers(device.sno, (add) => offerOf(world, device, add)));
}

function offerOf(world: TreatmentWorld, device: Device, add: Offer): void {
  const { now } = world;
  if (device.hasLateReports) {
    add('is heard of late', 3, () => device.hearLate(false, now));
    add('is heard of late, not for the last time', 1, () => device.hearLate(true, now), true);
  }
  // A record that is too old to show a run at all says nothing of a start after it.
  if (device.run && (device.traits.recordLagMs === 0 || device.answerAt(now).on === true)) {
    add('ends its treatment by its key', 1, () => device.end(now), true);
    if (device.run.account === 'stranger') add('is stopped by a stranger', 2, () => void device.stop('stranger', now));
  }
  if (!device.isConnected) {
    add('is connected again', 4, () => device.connect(now));
    if (device.online) add('is noticed to be offline', 4, () => device.noticeOffline(now));
    return;
  }
  if (device.orders.length > 0) {
    add('takes up a command', 8, () => device.takeUp(now));
    add('ignores a command', 1, () => device.ignore(now), true);
  }
  if (device.hasNews) {
    add('reports', 6, () => device.report(now));
    add('sends a report that is late', 1, () => device.reportLate(now), true);
  }
  add('is offline', 1, () => device.disconnect(now), true);
  if (!device.run && device.orders.length === 0)
    add(
      'is started by a stranger',
      0.5,
      () =>
        void device.start(
          { account: 'stranger', phone: 'elsewhere', settings: settingsOf('stranger', 'A') },
          `stranger ${now}`,
          now,
        ),
      true,
    );
}
