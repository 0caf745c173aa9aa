import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<unknown>();

/**
 * Runs work as a flow, for example one tap. Whatever the work calls, however late, can ask which flow it belongs to: one
 * page has several at once.
 */
export function runAs<Result>(flow: unknown, work: () => Result): Result {
  return current.run(flow, work);
}

/** The flow that the running code belongs to; undefined outside of every flow. */
export function flowNow<Flow>(): Flow | undefined {
  return current.getStore() as Flow | undefined;
}
