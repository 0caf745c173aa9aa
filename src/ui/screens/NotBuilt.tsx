import { Link } from 'react-router-dom';
import { copy } from '../copy/zh-CN.ts';
import buttons from '../parts/Button.module.css';
import { Emptiness } from '../parts/Emptiness.tsx';
import { Page } from '../parts/Page.tsx';

/** A place that does not exist yet, and says so. */
export function NotBuilt({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Emptiness drawing="lost" title={copy.notBuilt.title} hint={copy.notBuilt.hint}>
        <Link to="/my" className={`${buttons.button} ${buttons.quiet}`}>
          {copy.notBuilt.home}
        </Link>
      </Emptiness>
    </Page>
  );
}
