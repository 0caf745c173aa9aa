/** The addresses of the screens in the history of the tab, by their position. Positions of other pages are missing. */
export type HistoryAddresses = Readonly<Record<number, string>>;

/** The screens of one treatment. The back button never leads from one of them to an earlier step of the same treatment. */
const PASSED: Readonly<Record<string, readonly string[]>> = {
  '/modeMenu': ['/modeMenu', '/custom', '/process'],
  '/process': ['/process'],
  '/my/cardList': ['/my/cardList'],
};

/**
 * Returns the position that the back button leads to, or -1 if it leads home. It passes over the screens that the
 * current one has concluded: the start of a treatment that has ended, and the plans after the payment.
 */
export function positionBefore(position: number, addresses: HistoryAddresses): number {
  const passed = PASSED[pathOf(addresses[position])] ?? [];
  let isPaid = isAfterPayment(addresses[position]);
  let target = position - 1;
  while (target >= 0 && isPassed(addresses[target])) {
    isPaid ||= isAfterPayment(addresses[target]);
    target -= 1;
  }
  return target;

  function isPassed(address: string | undefined): boolean {
    const path = pathOf(address);
    return passed.includes(path) || (isPaid && path === '/lease');
  }
}

function pathOf(address = ''): string {
  return address.split('?', 1).join('');
}

function isAfterPayment(address: string | undefined): boolean {
  return new URLSearchParams(address?.split('?')[1]).get('paid') === '1';
}
