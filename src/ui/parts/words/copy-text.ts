/**
 * Copies a text to the clipboard. Falls back to `execCommand` in webviews without the Clipboard API. Resolves to false
 * if the webview allows neither.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** The temporary text box must be inside the open dialog, whose focus trap rejects focus outside it. */
function copySelected(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  box.readOnly = true;
  box.className = 'only-for-readers';
  const previousFocus = document.activeElement;
  (previousFocus?.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(box);
  box.focus({ preventScroll: true });
  box.setSelectionRange(0, text.length);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    box.remove();
    if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
  }
}
