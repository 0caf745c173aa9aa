import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** With these the user takes over. */
const INPUTS = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * Scrolls a new screen to its top, and one to which a step back leads to where it was left. The browser does the latter
 * only for a screen that is as high as before at once, and a list is loaded again.
 */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const positions = useRef(new Map<string, number>());
  const shown = useRef({ key, pathname });
  useEffect(() => {
    const remember = () => void positions.current.set(shown.current.key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    const isSameScreen = shown.current.pathname === pathname;
    shown.current = { key, pathname };
    if (isSameScreen) {
      positions.current.set(key, window.scrollY);
      return undefined;
    }
    if (!isBack) {
      window.scrollTo(0, 0);
      return undefined;
    }
    const left = positions.current.get(key);
    return left === undefined ? undefined : scrollBackTo(left);
  }, [key, pathname, isBack]);
}

/** Scrolls on as the page grows, until the position is reached or the user does something. Returns what ends it. */
function scrollBackTo(position: number): () => void {
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, position);
    if (Math.ceil(window.scrollY) >= position) end();
  });
  const end = () => {
    observer.disconnect();
    for (const input of INPUTS) window.removeEventListener(input, end);
  };
  observer.observe(document.body);
  for (const input of INPUTS) window.addEventListener(input, end, { passive: true });
  return end;
}
