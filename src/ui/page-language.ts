import type { ConfigurationValues } from '../core/api/configuration.ts';
import { ignoreFailure } from '../core/problem.ts';
import type { AppStorage } from '../ports/app-storage.ts';

/**
 * Shows the page in the language that its address asks for by `lang`, otherwise in the configured one. An address
 * decides for all later pages of the tab. If the English texts cannot be loaded, the page stays Chinese.
 */
export async function applyLanguage(storage: AppStorage, configured?: ConfigurationValues['language']): Promise<void> {
  const asked = /[?&]lang=(zh-CN|en|auto)\b/.exec(window.location.search)?.[1];
  if (asked) storage.write('session', 'language', asked);
  const setting = asked ?? storage.read('session', 'language') ?? configured;
  if (setting !== 'en' && (setting !== 'auto' || navigator.language.startsWith('zh'))) return;
  await import('./copy/en.ts')
    .then(({ translate }) => {
      translate();
      document.documentElement.lang = 'en';
    })
    .catch(ignoreFailure);
}
