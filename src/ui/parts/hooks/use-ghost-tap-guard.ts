import { useEffect } from 'react';

const SAME_TAP_MS = 500;
/** Who taps again while the page is busy goes on at about this pace until something happens. */
const IMPATIENT_TAPS_MS = 1_200;
const SAME_PLACE_PX = 24;
/** The overlay of a busy page. */
const WAITING = '[data-waiting]';
const CONTROLS = `button, a, label, [role=tab], ${WAITING}`;

/**
 * Suppresses the second tap of a double tap if another control has appeared under the finger in the meantime, and the next of
 * those with which somebody has tapped at a busy page: a question that opens just then is not answered unread.
 */
export function useGhostTapGuard(): void {
  useEffect(() => {
    let last: { control: Element; at: number; x: number; y: number } | undefined;
    let pointerDownSuppressed = false;
    const isGhostTap = (event: MouseEvent) =>
      last !== undefined &&
      !(event.target instanceof HTMLInputElement) &&
      last.control !== controlOf(event) &&
      event.timeStamp - last.at < (isWaiting(last.control) ? IMPATIENT_TAPS_MS : SAME_TAP_MS) &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < SAME_PLACE_PX;
    const onPointerDown = (event: MouseEvent) => {
      pointerDownSuppressed = isGhostTap(event);
      if (pointerDownSuppressed) event.stopImmediatePropagation();
    };
    const onClick = (event: MouseEvent) => {
      const isPointerClick = event.detail > 0;
      if (!isPointerClick) return;
      const suppressed = pointerDownSuppressed || isGhostTap(event);
      if (suppressed) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      const tapped = controlOf(event);
      // Only taps at the busy page go on: whoever needs the stop button that has opened there reaches it soon.
      if (suppressed && isWaiting(last?.control) && !isWaiting(tapped)) return;
      const control = suppressed && !isWaiting(tapped) ? last?.control : tapped;
      last = control && { control, at: event.timeStamp, x: event.clientX, y: event.clientY };
    };
    window.addEventListener('pointerdown', onPointerDown, true);
    window.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('pointerdown', onPointerDown, true);
      window.removeEventListener('click', onClick, true);
    };
  }, []);
}

function controlOf({ target }: Event): Element | undefined {
  return (target instanceof Element && target.closest(CONTROLS)) || undefined;
}

function isWaiting(control: Element | undefined): boolean {
  return control?.matches(WAITING) ?? false;
}
