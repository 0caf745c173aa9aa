import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countedStatuses,
  judgeDevice,
  judgeFleet,
  type Requirement,
} from '../../../src/core/diagnosis/fleet/fleet-requirement.ts';
import { NEUTRAL_STATUSES, type NeutralStatus } from '../../../src/core/diagnosis/fleet/neutral-status.ts';

const KNOWN = NEUTRAL_STATUSES.filter((status) => status !== 'unknown');
const known = fc.constantFrom(...KNOWN);
const status = fc.constantFrom(...NEUTRAL_STATUSES);
const requirements: fc.Arbitrary<Requirement> = fc
  .record({
    expected: fc.option(fc.uniqueArray(known, { minLength: 1 }), { nil: undefined }),
    failing: fc.uniqueArray(status),
    min: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  })
  .filter(({ expected, failing, min }) => expected !== undefined || failing.length > 0 || min !== undefined);
const fleets = fc.array(status, { maxLength: 5 });

function countsOf(fleet: readonly NeutralStatus[]) {
  const counts: Partial<Record<NeutralStatus, number>> = {};
  for (const each of fleet) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}

/** The requirement word for word, for a fleet without unknown devices. */
function isMet(requirement: Requirement, fleet: readonly NeutralStatus[]): boolean {
  const { expected, failing, min } = requirement;
  if (fleet.some((each) => failing.includes(each))) return false;
  if (min !== undefined) return fleet.filter((each) => countedStatuses(requirement).includes(each)).length >= min;
  return expected === undefined || fleet.every((each) => expected.includes(each));
}

/** Every fleet that this one could be, with a known status in place of each unknown one. */
function possible(fleet: readonly NeutralStatus[]): NeutralStatus[][] {
  return fleet.reduce<NeutralStatus[][]>(
    (all, each) => all.flatMap((one) => (each === 'unknown' ? KNOWN : [each]).map((next) => [...one, next])),
    [[]],
  );
}

test('A fleet is judged as soon as its unknown devices cannot change the judgement', () => {
  fc.assert(
    fc.property(requirements, fleets, (requirement, fleet) => {
      fc.pre(fleet.length > 0);
      const verdict = judgeFleet(requirement, countsOf(fleet));
      const isRuledOut = requirement.failing.includes('unknown') && fleet.includes('unknown');
      const cases = possible(fleet).map((each) => !isRuledOut && isMet(requirement, each));
      const expected = cases.every(Boolean) ? 'met' : cases.some(Boolean) ? 'undecided' : 'unmet';
      expect(verdict).toBe(expected);
    }),
  );
});

test('A fleet with a device that breaks the requirement by itself never meets it', () => {
  fc.assert(
    fc.property(requirements, fleets, (requirement, fleet) => {
      const broken = fleet.some((each) => judgeDevice(requirement, each) === 'unmet');
      if (broken) expect(judgeFleet(requirement, countsOf(fleet))).toBe('unmet');
    }),
  );
});

test('Nothing is known of a fleet without devices, but that it lacks the minimum', () => {
  fc.assert(
    fc.property(requirements, (requirement) => {
      expect(judgeFleet(requirement, {})).toBe(requirement.min ? 'unmet' : 'undecided');
    }),
  );
});
