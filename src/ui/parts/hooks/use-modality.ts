import { useEffect, useState } from 'react';

const LOCKED = 'scroll-locked';
let locks = 0;

/** Locks the page's scrolling while the component is mounted. Returns a handler that restores the previous focus. */
export function useModality(): (event: Event) => void {
  const [previousFocus] = useState(() => document.activeElement);
  useEffect(() => {
    locks += 1;
    document.documentElement.classList.add(LOCKED);
    return () => {
      locks -= 1;
      if (locks === 0) document.documentElement.classList.remove(LOCKED);
    };
  }, []);
  return (event) => {
    event.preventDefault();
    if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus({ preventScroll: true });
  };
}
