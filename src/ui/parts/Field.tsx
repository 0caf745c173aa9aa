import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import styles from './Field.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The validation message below the input. */
  fault?: string | undefined;
  /** Content to the right of the input. */
  beside?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A text input with its label above it. */
export function Field({ label, fault, beside, ...rest }: FieldProps) {
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
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : rest['aria-describedby']}
        />
        {beside}
      </div>
      {fault && (
        <p id={`${id}-fault`} role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}
