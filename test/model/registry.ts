import type { ModelSource } from './counterexample.ts';
import type { AnyModel } from './model.ts';
import type { TableName } from './taken.ts';

/** A model, and how a test beside it imports it. */
export interface RegisteredModel extends ModelSource {
  model: AnyModel;
  /** The tables that it walks. */
  tables: readonly TableName[];
}

/** What `npm test` and `npm run model` explore, and docs/reliability.md lists. */
export const MODELS: readonly RegisteredModel[] = [];
