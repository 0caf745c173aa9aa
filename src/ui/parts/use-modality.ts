import { useEffect, useState } from 'react';

const LOCKED = 'scroll-locked';
let locks = 0;

/** Holds the page still while something lies over it; what is handed back gives the focus to where it was before. */
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
