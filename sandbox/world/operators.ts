/** A plan of an operator; `price` and `originPrice` in fen. */
export interface Plan {
  id: string;
  num: number;
  unit: 'day' | '天' | '次' | undefined;
  price: number;
  originPrice?: number;
}

export interface Operator {
  id: string;
  name: string;
  modeId: string;
  durationPlans: readonly Plan[];
  rechargeModeId: string;
  usePlans: readonly Plan[];
}

/** The demo operators and their prices. */
const operators: readonly Operator[] = [
  {
    id: '9001',
    name: '安康理疗·人民路店',
    modeId: '11',
    durationPlans: [
      { id: '111', num: 1, unit: 'day', price: 2_990, originPrice: 3_990 },
      { id: '112', num: 7, unit: 'day', price: 16_800, originPrice: 20_930 },
      { id: '113', num: 30, unit: '天', price: 59_900, originPrice: 89_700 },
      { id: '114', num: 90, unit: '天', price: 149_900 },
    ],
    rechargeModeId: '12',
    usePlans: [
      { id: '121', num: 1, unit: undefined, price: 1_500 },
      { id: '122', num: 10, unit: '次', price: 12_800, originPrice: 15_000 },
      { id: '123', num: 30, unit: '次', price: 33_000, originPrice: 45_000 },
    ],
  },
  {
    id: '9002',
    name: '康源健康·滨江店',
    modeId: '21',
    durationPlans: [
      { id: '211', num: 1, unit: 'day', price: 2_500 },
      { id: '212', num: 15, unit: 'day', price: 28_800, originPrice: 37_500 },
    ],
    rechargeModeId: '22',
    usePlans: [
      { id: '221', num: 5, unit: '次', price: 6_050 },
      { id: '222', num: 20, unit: undefined, price: 21_999, originPrice: 24_200 },
    ],
  },
];

const trial: Plan = { id: '210', num: 1, unit: '天', price: 0, originPrice: 2_500 };

export function operatorOf(id: string): Operator | undefined {
  return operators.find((operator) => operator.id === id);
}

/** The plans by duration for a device. A trial device also has a free plan. */
export function durationPlansFor({ operator, freeTrial }: { operator: Operator; freeTrial: boolean }): readonly Plan[] {
  return freeTrial ? [trial, ...operator.durationPlans] : operator.durationPlans;
}
