import type { LinkOffer } from '../../../core/share/share-by-link.ts';
import { copyText } from '../../parts/copy-text.ts';

/** `shared` and `called-off` are outcomes of the Web Share API, the others of the clipboard. */
export type PassedOn = 'shared' | 'called-off' | 'copied' | 'not-copied';

/** Shares a link outside WeChat: through the Web Share API, else by copying it. Never rejects. */
export async function passOn({ title, description, address }: LinkOffer['link']): Promise<PassedOn> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text: description, url: address });
      return 'shared';
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return 'called-off';
    }
  }
  return (await copyText(address)) ? 'copied' : 'not-copied';
}
