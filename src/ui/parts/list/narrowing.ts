/** From this many rows on, a list can be narrowed. */
export const LONG = 9;
