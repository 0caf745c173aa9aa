import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import buttons from './Button.module.css';
import styles from './Dialog.module.css';
import { useModality } from './use-modality.ts';

export interface DialogAction {
  label: string;
  onPress: () => void;
  tone?: 'main' | 'quiet' | 'plain' | 'danger';
  busy?: boolean;
  /** Where it leads out of the app, instead of being pressed. */
  href?: string;
}

export interface DialogProps {
  title: string;
  /** Said below the title. */
  text?: ReactNode;
  /** `question`: in the middle, and waits for an answer. `form`: above where the keys come up. `sheet`: from the lower edge, with more in it. `guide`: leaves the upper right of the screen free, and points there. */
  kind?: 'question' | 'form' | 'sheet' | 'guide';
  actions: DialogAction[];
  /** Escape or a tap beside it; without it only an action ends the dialog. */
  onDismiss?: () => void;
  children?: ReactNode;
  /** What failed here, above what can be done about it. */
  fault?: string | undefined;
}

/** Nobody has chosen an answer yet: the focus comes to the dialog, and with a key to its first answer. */
function onItself(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.focus();
}

export function DialogSurface({ title, text, kind = 'question', actions, onDismiss, children, fault }: DialogProps) {
  const giveFocusBack = useModality();
  const stay = (event: Event) => {
    if (!onDismiss) event.preventDefault();
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onDismiss?.()}>
      <Radix.Portal>
        <div className={styles.veil} aria-hidden="true" />
        <Radix.Content
          className={`${styles.surface} ${styles[kind]}`}
          role={kind === 'question' ? 'alertdialog' : 'dialog'}
          aria-modal="true"
          {...(text === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={kind === 'form' ? undefined : onItself}
          onEscapeKeyDown={stay}
          onInteractOutside={stay}
          onCloseAutoFocus={giveFocusBack}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {text !== undefined && <Radix.Description className={styles.text}>{text}</Radix.Description>}
          {children && <div className={styles.content}>{children}</div>}
          {fault !== undefined && (
            <p role="alert" className={styles.fault}>
              {fault}
            </p>
          )}
          {actions.length > 0 && (
            <div className={styles.actions}>
              {actions.map(({ label, onPress, tone, busy, href }, index) => {
                const look = tone ?? (index === actions.length - 1 ? 'main' : 'plain');
                return href ? (
                  <a
                    key={label}
                    className={`${buttons.button} ${buttons.large} ${buttons[look]}`}
                    href={href}
                    rel="noreferrer"
                    onClick={onPress}
                  >
                    {label}
                  </a>
                ) : (
                  <Button key={label} size="large" wide busy={busy} tone={look} onClick={onPress}>
                    {label}
                  </Button>
                );
              })}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
