export function buildForNode(
  root: string,
  entry: string,
  outDir: string,
  name: string,
  output?: object,
): Promise<unknown>;
