/** What is sent with every call, unless configuration says otherwise. */
export const STANDARD = { appKey: 'physio', version: '1.0.0' } as const;
