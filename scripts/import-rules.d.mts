/** One row: the files it holds for and a cell for each column. */
export type ImportRule = { from: string[]; except?: string[] } & Record<string, unknown>;

export declare const importRules: ImportRule[];
export declare function overridesOf(rows: readonly ImportRule[]): object[];
