import { useEffect, useState } from 'react';

const LOCKED = 'scroll-locked';
let locks = 0;

/** Locks the page's scrolling while the component is mounted. Returns a handler that restores the previous focus. */
export function useModality(): (closing: Event) => void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    locks += 1;
    document.documentElement.classList.add(LOCKED);
    return () => {
      locks -= 1;
      if (locks === 0) document.documentElement.classList.remove(LOCKED);
    };
  }, []);
  return (closing) => {
    closing.preventDefault();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}
