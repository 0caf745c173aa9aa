import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Queries } from '../../../core/queries.ts';
import { isWebAddress } from '../../../core/basics/web-address.ts';
import { useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon, type IconName } from '../../parts/graphics/Icon.tsx';
import { LargeTypeButton } from '../../parts/page/LargeTypeButton.tsx';
import { Link } from '../../parts/page/Link.tsx';
import { Switch } from '../../parts/form/Switch.tsx';
import { ErrorBanner } from '../../parts/failure/ErrorState.tsx';
import { useLargeType } from '../../parts/page/use-large-type.ts';
import { useLoad } from '../../parts/hooks/use-task.ts';
import surface from '../../parts/dialog/Surface.module.css';
import styles from './AccountTab.module.css';

const rows = (): readonly { to: string; icon: IconName; label: string }[] => [
  { to: '/my/orderList', icon: 'orders', label: copy.titles.orderList },
  { to: '/my/cardList', icon: 'card', label: copy.titles.cardList },
  { to: '/my/refundList', icon: 'refund', label: copy.titles.refundList },
  { to: '/my/feedback', icon: 'feedback', label: copy.titles.feedback },
  { to: '/my/about', icon: 'about', label: copy.titles.about },
];

/** The user's profile, links to the account screens, and the large-type switch. */
export const AccountTab = observer(function AccountTab() {
  const queries = useService(Queries);
  const load = useLoad(queries.user);
  const user = load.result;
  const preference = useLargeType();
  const [isLarge, setLarge] = preference;
  return (
    <>
      <div className={styles.top}>
        <LargeTypeButton preference={preference} />
      </div>
      <Link to="/login" className={styles.header} aria-label={user ? undefined : copy.titles.login}>
        <span className={styles.avatar}>
          <Avatar address={user?.avatar} />
        </span>
        <span className={styles.who} aria-busy={!user && load.busy}>
          <span className={styles.name}>{user && (user.nickname ?? copy.my.guest)}</span>
          <span className={styles.mobile}>{user && (user.mobile ?? copy.my.bindPhone)}</span>
        </span>
        <Icon name="next" />
      </Link>
      {load.problem && (
        <ErrorBanner
          title={user ? copy.notLoaded.refresh : copy.notLoaded.account}
          problem={load.problem}
          onRetry={load.retry}
        />
      )}
      <ul className={`${surface.raised} ${styles.rows}`}>
        {rows().map(({ to, icon, label }) => (
          <li key={to}>
            <Link to={to} className={styles.row}>
              <span className={styles.icon}>
                <Icon name={icon} />
              </span>
              <span className={styles.label}>{label}</span>
              <Icon name="next" size={20} />
            </Link>
          </li>
        ))}
      </ul>
      <div className={`${surface.raised} ${styles.rows}`}>
        <Switch icon="type" label={copy.my.largeType} hint={copy.my.largeTypeHint} on={isLarge} onChange={setLarge} />
      </div>
    </>
  );
});

/** The user's picture, or an icon if it is missing or fails to load. */
function Avatar({ address }: { address: string | undefined }) {
  const [failedAddress, setFailedAddress] = useState<string>();
  if (!isWebAddress(address) || address === failedAddress) return <Icon name="person" size={36} />;
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailedAddress(address)}
    />
  );
}
