import { useEffect, type RefObject } from 'react';

/** Before a person can have seen where something stands, and have kept back a tap at what stood there. */
const UNSEEN_MS = 400;
/** The style sheets let no tap reach what has this attribute. */
const UNSEEN = 'data-unseen';

/**
 * Lets no tap reach a list that has only just come under the finger: because its screen has opened, perhaps by itself, or
 * because something that arrived above has moved it. For controls whose tap acts at once; keys choose a control, wherever it
 * stands.
 */
export function useTapsOnceSeen(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const placeOf = () => (element.lastElementChild ?? element).getBoundingClientRect().top + window.scrollY;
    let place = placeOf();
    let timer: ReturnType<typeof setTimeout>;
    const holdOff = () => {
      clearTimeout(timer);
      element.setAttribute(UNSEEN, '');
      timer = setTimeout(() => element.removeAttribute(UNSEEN), UNSEEN_MS);
    };
    holdOff();
    const observer = new ResizeObserver(() => {
      const before = place;
      place = placeOf();
      if (Math.abs(place - before) >= 1) holdOff();
    });
    for (const each of [document.body, ...(element.parentElement?.children ?? [])]) observer.observe(each);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [list]);
}
