/** The texts of the offer to load the newer build of the page. */
export const copy = { update: { ready: '有新版本', now: '更新' } } as const;
