/** What `findBrowser` asks of the machine it runs on. */
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
