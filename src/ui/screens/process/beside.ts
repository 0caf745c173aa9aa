/** What a treatment can do without: its screen loads these parts after the stop button. */
export { EndCard } from './EndCard.tsx';
export { StayOn } from './StayOn.tsx';
