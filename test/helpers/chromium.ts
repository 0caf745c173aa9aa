import { type Browser, chromium } from 'playwright-core';

/** Two pages of its own that Chromium draws anew for each context, and half of what a test of ours costs. */
const ITS_OWN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** The last list of features counts, and the driver has one: what it turns off stays off. */
const UNWANTED = [
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

/** Starts the browser that the test command found. */
export function startChromium(...options: string[]): Promise<Browser> {
  const quiet = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-sync',
    `--disable-features=${[...UNWANTED, ...ITS_OWN_PAGES].join(',')}`,
  ];
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...quiet, ...options],
  });
}
