import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import styles from './Field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The validation message below the input. */
  error?: string | undefined;
  /** True while a request with the value is under way: its answer is about that value. */
  readOnly: boolean;
  /** Content to the right of the input. */
  trailing?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A text input with its label above it. */
export function Field({ label, error, trailing, ...rest }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          {...rest}
          id={id}
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : rest['aria-describedby']}
        />
        {trailing}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
