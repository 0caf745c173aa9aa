import type { ModelSource } from './counterexample.ts';
import { checkoutModel } from './checkout/model.ts';
import type { AnyModel } from './model.ts';
import { treatmentModel } from './treatment/model.ts';

/** A model, and how a test beside it imports it. */
export interface RegisteredModel extends ModelSource {
  model: AnyModel;
}

/** What `npm test` and `npm run model` explore, and docs/reliability.md lists. */
export const MODELS: readonly RegisteredModel[] = [
  { model: checkoutModel, module: './checkout/model.ts', exported: 'checkoutModel' },
  { model: treatmentModel as AnyModel, module: './treatment/model.ts', exported: 'treatmentModel' },
];
