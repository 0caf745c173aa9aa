/** Default envelope fields of every call; the configuration may override them. */
export const STANDARD = { appKey: 'physio', version: '1.0.0' } as const;
