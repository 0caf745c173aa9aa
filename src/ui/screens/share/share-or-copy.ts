import type { LinkOffer } from '../../../core/share/share-by-link.ts';
import { copyText } from '../../parts/words/copy-text.ts';

/** `shared` and `cancelled` are outcomes of the Web Share API, the others of the clipboard. */
export type ShareResult = 'shared' | 'cancelled' | 'copied' | 'not-copied';

/** Shares a link outside WeChat: through the Web Share API, else by copying it. Never rejects. */
export async function shareOrCopy({ title, description, address }: LinkOffer['link']): Promise<ShareResult> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ title, text: description, url: address });
      return 'shared';
    } catch (thrown) {
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return 'cancelled';
    }
  }
  return (await copyText(address)) ? 'copied' : 'not-copied';
}
