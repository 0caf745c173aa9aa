import { commandAt } from './commands.ts';
import { pageOf, type Action, type Command, type World } from './world.ts';
import { viewOf } from './view.ts';

const MINUTE = 60_000;

/** One sentence of a story. */
export function toldOf(action: Action, before: World, after: World): string {
  const outcome = after.claims.map(({ kind, device }) => ` The app says "${kind}" of device ${device + 1}.`).join('');
  return `${stepOf(action, before, after)}${outcome}`;
}

function stepOf(action: Action, before: World, after: World): string {
  switch (action.type) {
    case 'start':
      return `On ${pageName(before, action.page)} the patient starts device ${deviceOn(before, action.page)} in mode ${action.mode}.`;
    case 'stop':
      return `On ${pageName(before, action.page)} the patient stops device ${deviceOn(before, action.page)}.`;
    case 'open':
      return `${pageName(before, action.page)} opens ${action.screen === 'elsewhere' ? 'another screen' : `the ${action.screen} screen of device ${action.device + 1}`}.`;
    case 'reload':
      return `The phone discards ${pageName(before, action.page)}; the patient opens it again.`;
    case 'sign-in':
      return `On ${pageName(before, action.page)} another person signs in (${action.account}).`;
    case 'follow': {
      const { tracked } = pageOf(after, action.page);
      const phase = tracked ? viewOf(tracked, after.now).phase : 'gone';
      return `${pageName(before, action.page)} reads the device it follows and shows "${phase}".`;
    }
    case 'refresh':
      return `${pageName(before, action.page)} reads the devices that may run.`;
    case 'reach': {
      const taken = commandAt(after, action.page, action.command, action.nth).reached ?? '';
      return `The server receives the ${action.command} of ${pageName(before, action.page)}: ${taken}.`;
    }
    case 'answer':
      return `${pageName(before, action.page)}: ${waitsFor(commandAt(before, action.page, action.command, action.nth))}${action.isLost ? ' fails' : action.isLate ? ' ends, as late as possible' : ' ends'}.`;
    case 'obey':
      return `Device ${action.device + 1} carries out the command; it ${after.devices[action.device]?.run ? 'runs' : 'rests'}.`;
    case 'ignore':
      return `Device ${action.device + 1} does not obey the command.`;
    case 'report':
      return `Device ${action.device + 1} reports to the server that it ${after.devices[action.device]?.run ? 'runs' : 'rests'}.`;
    case 'end':
      return `Device ${action.device + 1} ends its treatment.`;
    case 'connect':
      return `Device ${action.device + 1} goes ${after.devices[action.device]?.isOnline ? 'online' : 'offline'}.`;
    case 'start-elsewhere':
      return `Another person starts device ${action.device + 1}.`;
    case 'clock':
      return action.ms < 0 ? 'The clock is set back.' : `${action.ms / MINUTE} minutes pass.`;
  }
}

function pageName({ pages }: World, page: number): string {
  const { phone, isCommandLine } = pages[page] ?? {};
  return isCommandLine ? 'the command line' : `page ${page + 1} (phone ${(phone ?? 0) + 1})`;
}

const deviceOn = (world: World, page: number): number => pageOf(world, page).device + 1;

const waitsFor = ({ kind, state: { at } }: Command): string => `the ${kind}'s step "${at}"`;
