import { useEffect, useState } from 'react';
import { type Day, dayOf, isOf } from './days.ts';

/** The day it is, also when midnight passes or a sleeping computer wakes up on another one. */
export function useToday(): Day {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const look = () => setToday((day) => (isOf(day, Date.now()) ? day : dayOf(Date.now())));
    const timer = setTimeout(look, Math.max(0, today.end - Date.now()));
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('focus', look);
    };
  }, [today]);
  return today;
}
