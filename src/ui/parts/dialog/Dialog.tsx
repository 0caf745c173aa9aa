import { observer } from 'mobx-react-lite';
import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { useApplication } from '../../application.ts';
import { Button } from '../form/Button.tsx';
import buttons from '../form/Button.module.css';
import { copy } from '../../copy/zh-CN.ts';
import styles from './Dialog.module.css';
import { Phrases } from '../words/Phrases.tsx';
import { useModality } from '../hooks/use-modality.ts';
import type { NamedDevice } from '../device/use-named-device.ts';

export interface DialogAction {
  label: string;
  /** What the action means or waits for, below its label, for the eye: the dialog itself says it to a screen reader. */
  hint?: string | undefined;
  onPress: () => void;
  tone?: 'main' | 'quiet' | 'plain' | 'danger';
  busy?: boolean;
  disabled?: boolean;
  /** Renders a link to this address instead of a button. */
  href?: string;
}

export interface DialogProps {
  title: string;
  /** The device that the actions act on. */
  device?: NamedDevice | undefined;
  /** The text below the title. */
  text?: ReactNode;
  /**
   * `question`: centred, an alertdialog. `form`: above the on-screen keyboard. `sheet`: at the lower edge, for longer
   * content. `page`: a question at the lower edge of a screen that has nothing else to offer. `guide`: keeps the upper
   * right corner of the screen free and points there. `summary`: fills the screen, an alertdialog.
   */
  kind?: 'question' | 'form' | 'sheet' | 'page' | 'guide' | 'summary';
  /** Above the title. */
  picture?: ReactNode;
  actions: DialogAction[];
  /** Called on Escape or a tap outside the dialog. Without it only an action closes the dialog. */
  onDismiss?: () => void;
  children?: ReactNode;
  /** An error message above the actions. */
  error?: string | undefined;
}

/** Focuses the dialog itself, so that no action is preselected. Tab moves the focus to the first action. */
function focusDialog(event: Event): void {
  event.preventDefault();
  if (event.target instanceof HTMLElement) event.target.focus();
}

/**
 * A question, a notice or a sheet, open while it is mounted. It renders nothing while the notice of the expired session
 * is shown: a dialog would take the focus and the taps from that notice.
 */
export const Dialog = observer(function Dialog(props: DialogProps) {
  return useApplication().session.state === 'expired' ? null : <Surface {...props} />;
});

/** What must be answered. */
const ASKING: readonly DialogProps['kind'][] = ['question', 'page', 'summary'];

function Surface({
  title,
  picture,
  device,
  text,
  kind = 'question',
  actions,
  onDismiss,
  children,
  error,
}: DialogProps) {
  const restoreFocus = useModality();
  const preventUnlessDismissible = (event: Event) => {
    if (!onDismiss) event.preventDefault();
  };
  return (
    <Radix.Root open onOpenChange={(open) => !open && onDismiss?.()}>
      <Radix.Portal>
        {kind !== 'page' && <div className={styles.veil} aria-hidden="true" />}
        <Radix.Content
          className={`${styles.surface} ${styles[kind]}`}
          role={ASKING.includes(kind) ? 'alertdialog' : 'dialog'}
          aria-modal="true"
          {...((text ?? device) === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={kind === 'form' ? undefined : focusDialog}
          onEscapeKeyDown={preventUnlessDismissible}
          onInteractOutside={preventUnlessDismissible}
          onCloseAutoFocus={restoreFocus}
        >
          {picture}
          <Radix.Title className={styles.title}>
            <Phrases>{title}</Phrases>
          </Radix.Title>
          {(text ?? device) !== undefined && (
            <Radix.Description className={styles.text}>
              {device && (
                <span className={styles.device}>
                  {device.name !== undefined && <span>{device.name}</span>}{' '}
                  <span>{copy.common.number(device.sno)}</span>
                </span>
              )}
              {text}
            </Radix.Description>
          )}
          {children && <div className={styles.content}>{children}</div>}
          {error !== undefined && (
            <p role="alert" className={styles.error}>
              {error}
            </p>
          )}
          {actions.length > 0 && (
            <div className={styles.actions}>
              {actions.map(({ label, hint, onPress, tone, busy, disabled, href }, index) => {
                const actionTone = tone ?? (index === actions.length - 1 ? 'main' : 'plain');
                return href ? (
                  <a
                    key={label}
                    className={`${buttons.button} ${buttons.large} ${buttons[actionTone]}`}
                    href={href}
                    rel="noreferrer"
                    onClick={onPress}
                  >
                    {label}
                  </a>
                ) : (
                  <Button
                    key={label}
                    size="large"
                    wide
                    busy={busy}
                    disabled={disabled}
                    tone={actionTone}
                    onClick={onPress}
                  >
                    {hint === undefined ? (
                      label
                    ) : (
                      <span className={styles.labelled}>
                        {label}
                        <span className={styles.hint} aria-hidden="true">
                          {hint}
                        </span>
                      </span>
                    )}
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
