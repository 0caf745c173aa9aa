import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isNamedBy } from '../../core/device/device-filter.ts';
import { rechargeWith } from '../../core/lease/lease-terms.ts';
import { Queries } from '../../core/queries.ts';
import { cardsByOperator, keyOfRecord, type Card } from '../../core/wallet/card.ts';
import { addressOf, devicesAddress } from '../addresses.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from '../parts/form/Button.tsx';
import buttons from '../parts/form/Button.module.css';
import { EntryDialogs } from '../parts/entry/EntryDialogs.tsx';
import { NoCardIllustration } from '../parts/graphics/EmptyIllustrations.tsx';
import { Link } from '../parts/page/Link.tsx';
import { Page } from '../parts/page/Page.tsx';
import { ListSearch } from '../parts/list/ListSearch.tsx';
import { LONG } from '../parts/list/narrowing.ts';
import { PagedList } from '../parts/list/PagedList.tsx';
import { useEntry } from '../parts/entry/use-entry.tsx';
import { useSubject } from '../parts/device/use-subject.ts';
import { Phrases } from '../parts/words/Phrases.tsx';
import { usePaged } from '../parts/list/use-paged.ts';
import { CardItem } from './card-list/CardItem.tsx';

const operatorOf = (card: Card) => card.operatorId;
const nameOf = (card: Card) => card.operatorName ?? copy.cards.unnamed;

/** The user's prepaid cards, one per operator. */
export const CardList = observer(function CardList() {
  const { payments, time } = useApplication();
  const queries = useService(Queries);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const flow = useEntry();
  const sno = useSubject();
  const [searched, setSearched] = useState('');
  const renew = (card: Card) => {
    void navigate(addressOf({ to: 'lease', sno: undefined, terms: rechargeWith(card.operatorId) }));
  };

  const fetch = async (page: number) => {
    const askedAt = time.now();
    const listed = await queries.cards(page);
    if (page === 0) payments.asOf(askedAt).requireListed('card', listed);
    return listed;
  };
  const records = usePaged({ fetch, keyOf: keyOfRecord, freshness: String(payments.freshness) });
  const unsettled = payments.unsettledPayments.filter(({ order }) => order.kind === 'card');
  const isConfirming = unsettled.some(({ isQuerying }) => isQuerying);
  /** Nobody is told that there is no card while it is not known whether one was bought. */
  const isUnknown = records.items?.length === 0 && isConfirming;
  const cards =
    records.items && !isUnknown
      ? cardsByOperator({ records: records.items, unreadable: records.unreadable }, records.missing === 0)
      : undefined;
  const isLong = (cards?.length ?? 0) >= LONG;
  const items = isLong ? cards?.filter((card) => isNamedBy(searched, [nameOf(card)])) : cards;
  const isSettled = query.get('paid') === '1' && unsettled.length === 0;
  useEffect(() => {
    if (isSettled) void navigate(addressOf({ to: 'cards' }), { replace: true });
  }, [isSettled, navigate]);

  return (
    <Page
      title={copy.titles.cardList}
      footer={
        sno !== undefined && (
          <Button size="large" wide onClick={() => flow.enter((enterDevice, signal) => enterDevice.begin(sno, signal))}>
            <Phrases>{copy.cards.toDevice(sno)}</Phrases>
          </Button>
        )
      }
    >
      {isLong && <ListSearch label={copy.cards.search} searched={searched} onSearch={setSearched} />}
      <PagedList
        list={{ ...records, items }}
        illustration={<NoCardIllustration />}
        keyOf={operatorOf}
        wayOn={
          isLong ? (
            <Button tone="quiet" onClick={() => setSearched('')}>
              {copy.lists.showAll}
            </Button>
          ) : (
            <Link className={`${buttons.button} ${buttons.main}`} to={devicesAddress}>
              {copy.my.rent}
            </Link>
          )
        }
        words={{
          loading: copy.common.loading,
          none: isLong ? copy.lists.noMatch : copy.cards.none,
          noneHint: isLong ? undefined : copy.cards.noneHint,
          failed: copy.notLoaded.cards,
        }}
      >
        {(card) => <CardItem card={card} name={nameOf(card)} onRenew={() => renew(card)} />}
      </PagedList>
      <EntryDialogs flow={flow} onLeave={() => undefined} />
    </Page>
  );
});
