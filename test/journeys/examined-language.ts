import { translate } from '../../src/ui/copy/en.ts';

/** The language in which the places are examined and pictured: `PAGE_LANGUAGE=en`, else Chinese. */
export const LANGUAGE = process.env['PAGE_LANGUAGE'] === 'en' ? 'en' : undefined;

// Places look for the texts of the catalogues. A file that imports them must import this module first.
if (LANGUAGE) translate({ documentElement: { lang: '' } } as Document);
