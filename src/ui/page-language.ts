import { ignoreFailure } from '../core/problem.ts';

/**
 * Shows the page in English for `en`, and for `auto` unless the phone's first language is Chinese. If the English texts
 * cannot be loaded, the page stays Chinese.
 */
export async function applyLanguage(setting: string | undefined): Promise<void> {
  if (setting !== 'en' && (setting !== 'auto' || navigator.language.startsWith('zh'))) return;
  await import('./copy/en.ts').then(({ translate }) => translate(document)).catch(ignoreFailure);
}
