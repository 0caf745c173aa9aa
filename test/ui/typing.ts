import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { Shop } from './shop.tsx';

export const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

export async function types(label: string, value: string): Promise<void> {
  fireEvent.change(await box(label), { target: { value } });
}

/** The page is killed, which leaves its screens no time to tidy up, and opened again at an address. */
export function isLoadedAgain(shop: Shop, address: string, signedIn?: { token: string }): void {
  const drafts = shop.storage.read('session', 'drafts');
  cleanup();
  if (drafts !== undefined) shop.storage.write('session', 'drafts', drafts);
  shop.open(address, signedIn);
}
