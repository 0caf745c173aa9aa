/**
 * Stands in for the optional module `encoding`, which node-fetch asks for this function (`vite.node.config.ts`).
 *
 * @public
 */
export const convert = undefined;
