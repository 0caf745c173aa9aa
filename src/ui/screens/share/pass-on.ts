import type { LinkOffer } from '../../../core/share/share-by-link.ts';
import { copyText } from '../../parts/copy-text.ts';

/** `shared` and `called-off` are what the phone's own sharing came to; `not-copied` is left where nothing works by itself. */
export type PassedOn = 'shared' | 'called-off' | 'copied' | 'not-copied';

/** Passes a link on where no messaging app does it: by the phone's own sharing, else by what can be pasted. Never rejects. */
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
