import { explore, type Exploration } from './explore.ts';
import type { Fault, Model } from './model.ts';
import { invariantsOf } from './violation.ts';

/** Explores the model while the fault is planted. A fault that is found has a violation. */
export function exploreWith<World, Action>(
  model: Model<World, Action>,
  { plant, violates, scenario, depth = model.depth }: Fault,
): Promise<Exploration<Action>> {
  return plant(() => explore(model, { depth, scenario, invariants: [violates] }));
}

/** The ids of the invariants that no fault violates. */
export function unproved<World, Action>(model: Model<World, Action>): string[] {
  return invariantsOf(model)
    .map(({ id }) => id)
    .filter((id) => model.faults.every(({ violates }) => violates !== id));
}
