import { useEffect, type RefObject } from 'react';

/** A person who sees something move needs this long to keep a tap back. */
const TAP_UNDER_WAY_MS = 400;

/**
 * Suppresses a tap on a control that has only just come under the finger, because something that arrived above moved the
 * list. For controls whose tap acts at once; keys and screen readers choose a control, wherever it stands.
 */
export function useMovedTapGuard(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: element } = list;
    if (!element) return undefined;
    const placeOf = () => (element.lastElementChild ?? element).getBoundingClientRect().top + window.scrollY;
    let place = placeOf();
    let movedAt = -Infinity;
    const observer = new ResizeObserver(() => {
      const before = place;
      place = placeOf();
      if (Math.abs(place - before) >= 1) movedAt = performance.now();
    });
    for (const each of [document.body, ...(element.parentElement?.children ?? [])]) observer.observe(each);
    const guard = (event: MouseEvent) => {
      const isPointerClick = event.detail > 0;
      if (isPointerClick && performance.now() - movedAt < TAP_UNDER_WAY_MS) event.stopPropagation();
    };
    element.addEventListener('click', guard, true);
    return () => {
      observer.disconnect();
      element.removeEventListener('click', guard, true);
    };
  }, [list]);
}
