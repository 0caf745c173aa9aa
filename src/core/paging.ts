/** Records a page; pages are numbered from 0. */
export const PAGE_SIZE = 15;
/** Enough for all the cards that somebody owns. */
export const ALL_CARDS = 99;
