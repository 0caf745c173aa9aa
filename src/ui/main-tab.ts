/** The two tabs of the user's own pages. */
export type MainTab = 'device' | 'my';

/** Value of the query parameter `renewal` after the renewal of a device. */
export const DEVICE_RENEWED = '1';

/** Returns the tab in the query; without one, the tab that the entry link requested. */
export function mainTabOf(query: URLSearchParams, pageType: string | undefined): MainTab {
  const chosen = query.get('tab');
  if (chosen === 'device' || chosen === 'my') return chosen;
  return query.get('renewal') === DEVICE_RENEWED || pageType === 'device' ? 'device' : 'my';
}
