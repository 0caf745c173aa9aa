import { observer } from 'mobx-react-lite';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { bindingBannerDismissed } from '../../state/screen-state.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import styles from './Banner.module.css';

/** Explains why the app binds a phone number. The user can dismiss it for this session. */
export const Banner = observer(function Banner() {
  const dismissed = useScreenState(bindingBannerDismissed);
  if (dismissed.current) return null;
  return (
    <div className={styles.banner}>
      <Icon name="phone" />
      <p className={styles.words}>{copy.login.banner}</p>
      <button type="button" className={styles.close} aria-label={copy.common.close} onClick={() => dismissed.set(true)}>
        <Icon name="close" size={20} />
      </button>
    </div>
  );
});
