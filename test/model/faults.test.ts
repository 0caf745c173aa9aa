import { describe, expect, test } from 'vitest';
import { counterModel } from './counter-model.ts';
import { exploreWith, unproved } from './faults.ts';
import type { Fault } from './model.ts';

describe('a planted fault', () => {
  test.each(counterModel.faults)('The exploration finds that $name', async (fault) => {
    expect((await exploreWith(counterModel, fault)).violation?.invariant).toBe(fault.violates);
  });

  test('A fault that is not in the tables is not found', async () => {
    const harmless: Fault = { name: 'nothing', violates: 'no-lost-write', plant: (work) => work() };
    expect((await exploreWith(counterModel, harmless)).violation).toBeUndefined();
  });

  test('A fault is searched for in its scenario, to its depth', async () => {
    const [fault] = counterModel.faults;
    if (!fault) throw new Error('the model has no fault');
    const scenario = 'three clients';
    expect((await exploreWith(counterModel, { ...fault, scenario })).violation?.scenario).toBe(scenario);
    expect((await exploreWith(counterModel, { ...fault, depth: 3 })).violation).toBeUndefined();
  });

  test('An invariant without a fault is named, the one of every model included', () => {
    expect(unproved(counterModel)).toEqual([]);
    expect(unproved({ ...counterModel, faults: counterModel.faults.slice(0, 1) })).toEqual(['leads-to-settled']);
    expect(unproved({ ...counterModel, faults: [] })).toEqual(['no-lost-write', 'leads-to-settled']);
  });
});
