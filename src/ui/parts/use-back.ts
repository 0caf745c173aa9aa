import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * Returns a function that navigates back, or to /my if the tab's history has no earlier screen of the app. Repeated
 * calls navigate once. The position is `history.state.idx`, which the router counts from 0 and which survives a reload
 * and the back-forward cache. `location.key` is no substitute: replacing the first entry changes its key.
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
