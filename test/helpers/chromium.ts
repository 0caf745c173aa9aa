import { type Browser, chromium } from 'playwright-core';

/** Chromium renders these two internal pages for each context, which takes about half of a test's time. */
const INTERNAL_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Chromium only uses the last list of disabled features, so this list repeats the driver's features. */
const DISABLED_FEATURES = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Launches the browser that the test command found. */
export function startChromium(...options: string[]): Promise<Browser> {
  const quiet = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-sync',
    `--disable-features=${[...DISABLED_FEATURES, ...INTERNAL_PAGES].join(',')}`,
  ];
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...quiet, ...options],
  });
}
