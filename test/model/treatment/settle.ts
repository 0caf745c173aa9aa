import { devicesThatMayRun } from '../../../src/core/treatment/records/treatment-records.ts';
import { answersOf, devicesOf, tapsOf } from './commands.ts';
import { recordsOf, type Action, type Page, type World } from './world.ts';
import { viewOf } from './view.ts';

/** Longer than a treatment and its records last. */
export const UNTIL_OVER_MS = 36 * 60_000;

/**
 * The next step towards a world without an open question: the server answers, the device obeys and reports, the patient
 * stops what runs, and waits until the time of the rest is over.
 */
export function settlingStep(world: World): Action | undefined {
  return deviceStep(world) ?? answerStep(world) ?? patientStep(world);
}

function deviceStep({ devices }: World): Action | undefined {
  const offline = devices.findIndex(({ isOnline }) => !isOnline);
  if (offline >= 0) return { type: 'connect', device: offline };
  const ordered = devices.findIndex(({ orders }) => orders.length > 0);
  if (ordered >= 0) return { type: 'obey', device: ordered };
  return undefined;
}

function answerStep(world: World): Action | undefined {
  const report = devicesOf(world).find(({ type }) => type === 'report');
  if (report || world.commands.length === 0) return report;
  const answers = answersOf(world).filter((action) => action.type !== 'answer' || !action.isLost);
  return answers.find((action) => action.type === 'answer' && action.isLate) ?? answers[0];
}

function patientStep(world: World): Action | undefined {
  const running = world.devices.findIndex(({ run }) => run !== undefined);
  const stop =
    running < 0
      ? undefined
      : tapsOf(world).find(
          (action) =>
            action.type === 'stop' &&
            running >= 0 &&
            world.pages[action.page]?.device === running &&
            canStop(world, action.page, running),
        );
  if (stop) return stop;
  if (running >= 0) {
    const owner = world.pages.findIndex(
      (page) => canStop(world, world.pages.indexOf(page), running) && !page.isCommandLine,
    );
    const page = world.pages[owner];
    if (page && page.screen !== 'elsewhere')
      return { type: 'open', page: owner, screen: 'elsewhere', device: page.device };
    if (page) return { type: 'open', page: owner, screen: 'process', device: running };
    return { type: 'clock', ms: UNTIL_OVER_MS };
  }
  const waiting = world.pages.findIndex((page) => page.tracked !== undefined && isOpen(world, page));
  const tracked = world.pages[waiting]?.tracked;
  const { state, online } = tracked?.snapshot ?? {};
  const mayFollow =
    state?.on !== false || online !== true || (tracked !== undefined && viewOf(tracked, world.now).phase === 'loading');
  if (waiting >= 0 && mayFollow) return { type: 'follow', page: waiting };
  if (waiting >= 0 || world.pages.some((page) => devicesThatMayRun(recordsOf(world, page), world.now).length > 0))
    return { type: 'clock', ms: UNTIL_OVER_MS };
  return undefined;
}

function canStop({ devices, pages }: World, page: number, device: number): boolean {
  return pages[page]?.phone === devices[device]?.run?.phone && pages[page]?.account === devices[device]?.run?.account;
}

/** The screen shows a question: whether the device runs. */
function isOpen({ now }: World, { tracked }: Page): boolean {
  const phase = tracked && viewOf(tracked, now).phase;
  return phase === 'loading' || phase === 'starting' || phase === 'running' || phase === 'offline';
}
