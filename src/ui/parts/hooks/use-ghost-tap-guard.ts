import { useEffect } from 'react';

const SAME_TAP_MS = 500;
const SAME_PLACE_PX = 24;
const CONTROLS = 'button, a, label, [role=tab]';

/** Suppresses the second tap of a double tap if another control has appeared under the finger in the meantime. */
export function useGhostTapGuard(): void {
  useEffect(() => {
    let last: { control: Element; at: number; x: number; y: number } | undefined;
    let pointerDownSuppressed = false;
    const isGhostTap = (event: MouseEvent) =>
      last !== undefined &&
      !(event.target instanceof HTMLInputElement) &&
      last.control !== controlOf(event) &&
      event.timeStamp - last.at < SAME_TAP_MS &&
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
      const control = suppressed ? last?.control : controlOf(event);
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
