import { ignoreFailure } from '../../core/problem.ts';
import { loaded } from '../lazy.ts';

/**
 * Shows the page in English for `en`, and for `auto` unless the phone's first language is Chinese. `asked` wins over
 * `configured` if it is a setting. If the English texts cannot be loaded, the page stays Chinese.
 */
export async function applyLanguage(asked: string = '', configured?: string): Promise<void> {
  const setting = /^(zh-CN|en|auto)$/.test(asked) ? asked : configured;
  if (setting !== 'en' && (setting !== 'auto' || navigator.language.startsWith('zh'))) return;
  await loaded(import('../copy/en.ts'))
    .then(({ translate }) => translate(document))
    .catch(ignoreFailure);
}
