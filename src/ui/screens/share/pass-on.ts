import type { LinkOffer } from '../../../core/share/share-by-link.ts';

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

/** Puts a text where it can be pasted from; `field` holds it already, and is needed where a dialog keeps the focus. */
export async function copyText(text: string, field?: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field ? copyField(field) : copyAside(text);
  }
}

function copyAside(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'only-for-readers';
  document.body.append(field);
  const isCopied = copyField(field);
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}

function copyField(field: HTMLTextAreaElement): boolean {
  field.focus({ preventScroll: true });
  field.setSelectionRange(0, field.value.length);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
