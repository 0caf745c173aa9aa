/** The value that stands for each value of a text. */
export const A_VALUE = '7';

/** Every text of the catalogue, with a number for each value that a text takes. */
export function textsIn(catalogue: unknown, name = ''): [name: string, text: string][] {
  if (typeof catalogue === 'string') return [[name, catalogue]];
  if (typeof catalogue === 'function') {
    const say = catalogue as (...values: string[]) => string;
    return textsIn(say(...Array.from({ length: Math.max(say.length, 1) }, () => A_VALUE)), name);
  }
  return Object.entries(catalogue as object).flatMap(([key, each]) => textsIn(each, name ? `${name}.${key}` : key));
}
