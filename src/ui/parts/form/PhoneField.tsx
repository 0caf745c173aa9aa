import type { ChangeEvent, Ref } from 'react';
import { groupedPhone } from '../../../core/basics/phone.ts';
import { Field } from './Field.tsx';

interface PhoneFieldProps {
  label: string;
  value: string;
  onChange: (grouped: string) => void;
  error?: string | undefined;
  readOnly: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** An input for a phone number. It groups the digits during typing and keeps the caret in place. */
export function PhoneField({ onChange, ...rest }: PhoneFieldProps) {
  const group = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const caret = groupedPhone(target.value.slice(0, target.selectionStart ?? undefined)).length;
    const grouped = groupedPhone(target.value);
    target.value = grouped;
    target.setSelectionRange(caret, caret);
    onChange(grouped);
  };
  return <Field {...rest} type="tel" inputMode="numeric" autoComplete="off" enterKeyHint="done" onChange={group} />;
}
