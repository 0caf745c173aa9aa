type DeviceScreen = '/modeMenu' | '/custom' | '/lease' | '/share' | '/process';

/** Returns the address of a screen about a device. `rest`: its other parameters. */
export function screenOf(
  path: DeviceScreen,
  { sno = 'PL1001', rest = '' }: { sno?: string; rest?: string } = {},
): string {
  return `${path}?sno=${sno}${rest && `&${rest}`}`;
}
