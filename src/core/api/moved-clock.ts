/** The header in which the sandbox says how far its clock was moved, in ms: on purpose, so that it is no fault. */
export const CLOCK_MOVED = 'x-clock-moved-ms';
