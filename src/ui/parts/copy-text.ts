/** Puts a text on the clipboard, in webviews without that interface by the older way. Returns false where neither is allowed. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The text that is selected has to lie within the open dialog, which lets nothing beside it take the focus. */
function copySelected(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.className = 'only-for-readers';
  const before = document.activeElement;
  (before?.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(box);
  box.focus({ preventScroll: true });
  box.setSelectionRange(0, text.length);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    box.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
