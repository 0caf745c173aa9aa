import { useEffect, type RefObject } from 'react';

/** Tells the style sheets how much of the lower edge a footer covers, so that a message is shown above it. */
export function useFooterHeight(footer: RefObject<HTMLElement | null>, isShown: boolean): void {
  useEffect(() => {
    const { current: element } = footer;
    if (!element || !isShown) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--footer', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--footer');
    };
  }, [footer, isShown]);
}
