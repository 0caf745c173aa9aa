import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Leads to the screen before, or home where none of ours is before this one in the tab's history; once, however often it is called before
 * that screen is there. The router numbers its entries, from 0, in the browser's own state of each, which outlives a reload and the
 * browser's memory of a page; a location's key does not tell, since the first entry has a new one once it was replaced.
 */
export function useBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const left = useRef<string>(undefined);
  return () => {
    if (left.current === key) return;
    left.current = key;
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate('/my'));
  };
}
