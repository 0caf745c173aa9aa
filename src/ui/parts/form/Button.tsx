import type { ButtonHTMLAttributes } from 'react';
import { Spinner } from '../loading/Spinner.tsx';
import styles from './Button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: 'main' | 'quiet' | 'plain' | 'danger';
  size?: 'normal' | 'large' | 'stop';
  /** Shows a spinner and ignores clicks. The button keeps the focus. */
  busy?: boolean;
  wide?: boolean;
}

export function Button({
  tone = 'main',
  size = 'normal',
  busy = false,
  wide = false,
  onClick,
  children,
  className,
  ...rest
}: ButtonProps) {
  const classes = [styles.button, styles[tone], styles[size], wide && styles.wide, className].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...rest}
      className={classes}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
