import { deviceKey } from '../../../core/basics/device-code.ts';

/** The addresses of the screens in the history of the tab, by their position. Positions of other pages are missing. */
export type HistoryAddresses = Readonly<Record<number, string>>;

/** For a screen, the screens of the same device that the back button passes over, because it concludes them. */
const PASSED: Readonly<Record<string, readonly string[]>> = {
  '/modeMenu': ['/modeMenu', '/custom', '/process'],
  '/process': ['/process'],
  '/my/cardList': ['/my/cardList'],
};

interface HistoryEntry {
  path: string;
  /** The device that the address names. */
  sno: string | null;
  isAfterPayment: boolean;
}

/**
 * Returns the position that the back button leads to, or -1 if it leads home. It passes over the screens that the
 * current one has concluded: the start of a treatment that has ended, and the plans after the payment. A screen of
 * another device is never concluded.
 */
export function positionBefore(position: number, addresses: HistoryAddresses): number {
  const current = entryOf(addresses[position]);
  const passed = PASSED[current.path] ?? [];
  let isPaid = current.isAfterPayment;
  let target = position - 1;
  for (; target >= 0; target -= 1) {
    const entry = entryOf(addresses[target]);
    if (!isPassed(entry)) break;
    isPaid ||= entry.isAfterPayment;
  }
  return target;

  function isPassed({ path, sno }: HistoryEntry): boolean {
    if (isPaid && path === '/lease') return sno === null || current.sno === null || sno === current.sno;
    return passed.includes(path) && sno === current.sno;
  }
}

/** True if both addresses are of the same screen, of the same device. */
export function isSameScreen(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  const [a, b] = [entryOf(one), entryOf(other)];
  return a.path === b.path && a.sno === b.sno;
}

function entryOf(address = ''): HistoryEntry {
  const [path = '', search] = address.split('?');
  const query = new URLSearchParams(search);
  const sno = query.get('sno');
  return { path, sno: sno && deviceKey(sno), isAfterPayment: query.get('paid') === '1' };
}
