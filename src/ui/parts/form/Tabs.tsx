import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Icon, type IconName } from '../graphics/Icon.tsx';
import styles from './Tabs.module.css';

export interface Tab<Name extends string> {
  name: Name;
  label: string;
  icon?: IconName;
  /**
   * Id of the text that says why the tab has nothing to offer. The tab looks disabled. It is not `aria-disabled`,
   * because a press still answers with the reason.
   */
  unavailable?: string | undefined;
}

interface TabsProps<Name extends string> {
  id: string;
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** No other tab can be chosen now. */
  busy?: boolean;
  variant?: 'segments' | 'bar';
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** A tab list. Render the panel of the chosen tab as a `TabPanel` with the same id. */
export function Tabs<Name extends string>({
  id,
  label,
  tabs,
  chosen,
  onChoose,
  busy = false,
  variant = 'segments',
}: TabsProps<Name>) {
  const list = useRef<HTMLDivElement>(null);
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const { id: focused } = event.target as HTMLElement;
    const index = (tabs.findIndex(({ name }) => `${id}-${name}-tab` === focused) + by + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    if (!next.unavailable) onChoose(next.name);
    (list.current?.children[index] as HTMLElement | undefined)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} tabIndex={-1} className={styles[variant]} onKeyDown={step}>
      {tabs.map(({ name, label: text, icon, unavailable }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}-tab`}
          aria-selected={name === chosen}
          data-unavailable={unavailable !== undefined || undefined}
          aria-describedby={unavailable}
          aria-controls={name === chosen ? `${id}-${name}` : undefined}
          tabIndex={name === chosen ? 0 : -1}
          disabled={busy}
          className={styles.tab}
          onClick={() => onChoose(name)}
        >
          {icon && <Icon name={icon} />}
          {unavailable !== undefined && <Icon name="lock" size={16} />}
          {text}
        </button>
      ))}
    </div>
  );
}

/** The panel of the chosen tab. */
export function TabPanel({
  id,
  name,
  children,
  className,
}: {
  id: string;
  name: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div
      role="tabpanel"
      id={`${id}-${name}`}
      aria-labelledby={`${id}-${name}-tab`}
      className={className ?? styles.panel}
    >
      {children}
    </div>
  );
}
