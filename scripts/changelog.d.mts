export function release(text: string, version: string, date: string): string;
