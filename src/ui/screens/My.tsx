import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Session } from '../../core/session/session.ts';
import { mainTabOf, type MainTab } from '../addresses.ts';
import { useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { TabPanel, Tabs, type Tab } from '../parts/form/Tabs.tsx';
import { useHistoryEntry } from '../parts/page/use-back.ts';
import { useDocumentTitle } from '../parts/page/use-document-title.ts';
import { AccountTab } from './my/AccountTab.tsx';
import { DeviceTab } from './my/DeviceTab.tsx';
import styles from './My.module.css';

const tabs = (): readonly Tab<MainTab>[] => [
  { name: 'device', label: copy.my.deviceTab, icon: 'device' },
  { name: 'my', label: copy.my.accountTab, icon: 'person' },
];

/** The user's own pages: the device tab and the account tab. */
export const My = observer(function My() {
  const session = useService(Session);
  const [pageType] = useState(() => session.credentials().pageType);
  const [query, setQuery] = useSearchParams();
  const tab = mainTabOf(query, pageType);
  useDocumentTitle(copy.titles.my);
  useHistoryEntry();
  return (
    <div className={styles.my}>
      <main className={styles.main}>
        <h1 className="only-for-readers">{copy.titles.my}</h1>
        <TabPanel id="main" name={tab}>
          {tab === 'device' ? <DeviceTab /> : <AccountTab />}
        </TabPanel>
      </main>
      <nav className={styles.bar}>
        <Tabs
          id="main"
          variant="bar"
          label={copy.my.mainTabs}
          tabs={tabs()}
          chosen={tab}
          onChoose={(name) => setQuery({ tab: name }, { replace: true })}
        />
      </nav>
    </div>
  );
});
