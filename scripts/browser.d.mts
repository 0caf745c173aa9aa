/** The machine that `findBrowser` runs on; a test may replace it. */
export interface Machine {
  environment: Record<string, string | undefined>;
  isRoot: boolean;
  exists(path: string): boolean;
  downloadedBrowser(): Promise<string>;
  playwrightCommand(): string;
  run(program: string, options: readonly string[], timeout?: number): void;
  log(line: string): void;
}

export const machine: Machine;

export function findBrowser(on?: Machine): Promise<string>;
