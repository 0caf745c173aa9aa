export declare function installTools(folder: string): void;
