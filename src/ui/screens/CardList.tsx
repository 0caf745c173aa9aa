import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { PAGE_SIZE } from '../../core/paging.ts';
import { Queries } from '../../core/queries.ts';
import { Visit } from '../../core/session/visit.ts';
import { StartTreatment } from '../../core/treatment/start-treatment.ts';
import type { Card } from '../../core/wallet/card.ts';
import { addressOf } from '../addresses.ts';
import { useApplication, useUseCase } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from '../parts/Button.tsx';
import { Emptiness } from '../parts/Emptiness.tsx';
import { EntryDialogs } from '../parts/EntryDialogs.tsx';
import { Page } from '../parts/Page.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { Trouble } from '../parts/Trouble.tsx';
import { useEntry } from '../parts/use-entry.tsx';
import { useTask } from '../parts/use-task.ts';
import styles from './CardList.module.css';
import { CardItem } from './card-list/CardItem.tsx';

/** The uses that were bought, operator by operator. */
export const CardList = observer(function CardList() {
  const { payments } = useApplication();
  const queries = useUseCase(Queries);
  const starting = useUseCase(StartTreatment);
  const visit = useUseCase(Visit);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [cards, setCards] = useState<Card[]>();
  const [isEnd, setIsEnd] = useState(false);
  const flow = useEntry();
  const sno = visit.get('device')?.sno;

  const load = useTask(async (page: number) => {
    const { records } = await queries.cards(page);
    setIsEnd(records.length < PAGE_SIZE);
    setCards((before = []) => merged(page === 0 ? [] : before, records));
  });
  const justPaid = query.get('paid') === '1';
  useEffect(() => {
    if (justPaid) void navigate('/my/cardList', { replace: true });
  }, [justPaid, navigate]);
  const { confirmed } = payments;
  const shownAt = useRef(confirmed);
  useEffect(() => void load.restart(0), [load]);
  useEffect(() => {
    if (shownAt.current !== confirmed) void load.restart(0);
    shownAt.current = confirmed;
  }, [load, confirmed]);

  return (
    <Page
      title={copy.titles.cardList}
      footer={
        sno !== undefined && (
          <Button size="large" wide onClick={() => flow.enter((entering) => entering.begin(sno))}>
            {copy.cards.toDevice}
          </Button>
        )
      }
    >
      {load.problem && <Trouble problem={load.problem} onRetry={load.again} />}
      {!cards && !load.problem && <Skeleton rows={2} />}
      {cards?.length === 0 && <Emptiness drawing="no-record" title={copy.cards.none} hint={copy.cards.noneHint} />}
      {cards && cards.length > 0 && (
        <ul className={styles.list}>
          {cards.map((card) => (
            <li key={card.operatorId}>
              <CardItem card={card} onRenew={() => void navigate(addressOf(starting.recharge(card.operatorId)))} />
            </li>
          ))}
        </ul>
      )}
      {cards && cards.length > 0 && !isEnd && (
        <Button tone="quiet" busy={load.busy} onClick={() => void load.run(Math.ceil(cards.length / PAGE_SIZE))}>
          {copy.cards.more}
        </Button>
      )}
      {cards && cards.length > PAGE_SIZE && isEnd && <p className={styles.end}>{copy.cards.end}</p>}
      <EntryDialogs flow={flow} onLeave={() => undefined} />
    </Page>
  );
});

function merged(before: readonly Card[], next: readonly Card[]): Card[] {
  return [...new Map([...before, ...next].map((card) => [card.operatorId, card])).values()];
}
