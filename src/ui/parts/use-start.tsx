import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { RechargeCard } from '../../core/lease/recharge-card.ts';
import type { Problem } from '../../core/problem.ts';
import { StartTreatment, type StartTurn, type StartWish } from '../../core/treatment/start-treatment.ts';
import { addressOf } from '../addresses.ts';
import { useApplication, useUseCase } from '../application.ts';
import { copy } from '../copy/zh-CN-later.ts';
import type { Task } from '../stores/task.ts';
import { wordsOf } from './problem-words.ts';
import { untilGone, useTask } from './use-task.ts';

type Question = Extract<StartTurn, { kind: 'confirm-deduction' | 'exhausted' | 'unavailable' }> | { kind: 'unanswered'; problem: Problem; paid: boolean } | { kind: 'paid-not-started'; problem: Problem };
type Turning = (starting: StartTreatment) => Promise<StartTurn>;

export interface StartFlow {
  step: Task<[Turning], void>;
  begin(wish: StartWish): void;
  confirm(): void;
  tryAgain(): void;
  recharge(operatorId: string | undefined): void;
  dismiss(): void;
  /** What the user is asked or told. */
  question: Question | undefined;
}

/** The way from a wish to a running treatment; whoever calls it is an observer. */
export function useStart(): StartFlow {
  const starting = useUseCase(StartTreatment);
  const recharging = useUseCase(RechargeCard);
  const { toasts } = useApplication();
  const navigate = useNavigate();
  const [question, setQuestion] = useState<Question>();
  const step = useTask(async (turning: Turning) => {
    const turn = await turning(starting);
    switch (turn.kind) {
      case 'too-frequent':
        return toasts.show(copy.modes.tooFrequent);
      case 'unavailable':
      case 'confirm-deduction':
      case 'exhausted':
        return setQuestion(turn);
      case 'not-started':
        if (turn.inDoubt) return setQuestion({ kind: 'unanswered', problem: turn.problem, paid: turn.paid });
        if (turn.paid) return setQuestion({ kind: 'paid-not-started', problem: turn.problem });
        return toasts.show(wordsOf(turn.problem), 'bad');
      case 'started':
        void navigate(addressOf(turn.destination));
        return untilGone();
    }
  });
  const take = (turning: Turning) => {
    setQuestion(undefined);
    void step.run(turning);
  };
  return {
    step,
    question,
    begin: (wish) => take((start) => start.begin(wish)),
    confirm: () => take((start) => start.confirm()),
    tryAgain: () => {
      setQuestion(undefined);
      void step.again();
    },
    recharge: (operatorId) => void navigate(addressOf(recharging.begin(operatorId))),
    dismiss: () => setQuestion(undefined),
  };
}
