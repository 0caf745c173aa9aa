import { useEffect } from 'react';

const SAME_TAP_MS = 500;
const SAME_PLACE_PX = 24;
const CONTROLS = 'button, a, label, [role=tab]';

/** Suppresses the second tap of a double tap if another control has appeared under the finger in the meantime. */
export function useGhostTapGuard(): void {
  useEffect(() => {
    let last: { control: Element; at: number; x: number; y: number } | undefined;
    let strays = false;
    const meetsAnother = (event: MouseEvent) =>
      last !== undefined &&
      !(event.target instanceof HTMLInputElement) &&
      last.control !== controlOf(event) &&
      event.timeStamp - last.at < SAME_TAP_MS &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < SAME_PLACE_PX;
    const hold = (event: MouseEvent) => {
      strays = meetsAnother(event);
      if (strays) event.stopImmediatePropagation();
    };
    const tap = (event: MouseEvent) => {
      const isByHand = event.detail > 0;
      if (!isByHand) return;
      const isStray = strays || meetsAnother(event);
      if (isStray) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      const control = isStray ? last?.control : controlOf(event);
      last = control && { control, at: event.timeStamp, x: event.clientX, y: event.clientY };
    };
    window.addEventListener('pointerdown', hold, true);
    window.addEventListener('click', tap, true);
    return () => {
      window.removeEventListener('pointerdown', hold, true);
      window.removeEventListener('click', tap, true);
    };
  }, []);
}

function controlOf({ target }: Event): Element | undefined {
  return (target instanceof Element && target.closest(CONTROLS)) || undefined;
}
