import { cleanup, fireEvent, screen } from '@testing-library/react';
import type { AppHarness } from './app-harness.tsx';

export const box = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

export async function types(label: string, value: string): Promise<void> {
  fireEvent.change(await box(label), { target: { value } });
}

/** Ends the page without its cleanup, as the system does when it kills a page, and opens an address. */
export function reloadPage(app: AppHarness, address: string, signedIn?: { token: string }): void {
  cleanup();
  app.open(address, signedIn);
}
