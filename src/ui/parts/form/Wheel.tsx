import { WheelPicker, WheelPickerWrapper } from '@ncdai/react-wheel-picker';
import '@ncdai/react-wheel-picker/style.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './Wheel.module.css';

export interface WheelOption {
  value: number;
  label: string;
  /** A word below the label that sets the option apart. */
  mark?: string;
}

interface WheelProps {
  label: string;
  /** True if the label is already visible above the wheel. */
  isNamed?: boolean;
  /** Read after each value, and shown beside the wheel. */
  unit?: string;
  /** The wheel keeps those that it opens with: the library would end a turn at each list that it is given. */
  options: readonly WheelOption[];
  /** The value of one of the options. */
  value: number;
  /** Called with each option that comes into the band, also while the wheel still turns: that one is what the user sees. */
  onChange: (value: number) => void;
}

const ROW_REM = 2.75;
const ROW_PX = 44;

/**
 * A wheel picker. Screen readers and the keyboard see one spin button: the library renders each option twice, and both
 * lists are hidden from readers. It throws for a value that is none of the options, because it would show another one than
 * its owner has.
 */
export function Wheel({ label, isNamed = false, unit = '', options: offered, value, onChange }: WheelProps) {
  const [options] = useState(offered);
  const frame = useRef<HTMLDivElement>(null);
  const [rowHeight] = useState(heightOfRow);
  // The library would end a turn at each value that it is given.
  const [first] = useState(value);
  const chosen = optionWith(options, value);
  useEffect(() => {
    const wheel = frame.current?.querySelector('[data-rwp]');
    const index = options.findIndex((option) => option.value === chosen.value);
    for (const [name, said] of Object.entries({
      role: 'spinbutton',
      'aria-label': label,
      'aria-valuemin': '0',
      'aria-valuemax': String(options.length - 1),
      'aria-valuenow': String(index),
      'aria-valuetext': `${chosen.label}${unit}${chosen.mark ? ` ${chosen.mark}` : ''}`,
    })) {
      wheel?.setAttribute(name, said);
    }
    for (const list of wheel?.children ?? []) list.setAttribute('aria-hidden', 'true');
  }, [label, unit, options, chosen]);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    const list = frame.current?.querySelector<HTMLElement>('[data-rwp-highlight-list]');
    if (!list) return undefined;
    // The wheel may be back at an option before its owner has taken the one in between.
    let told = first;
    const observer = new MutationObserver(() => {
      const option = options[Math.round(turnOf(list) / rowHeight)];
      if (!option || option.value === told) return;
      const seen = option.value;
      told = seen;
      // The next tap takes what the band shows, however busy the phone is.
      flushSync(() => latest.current(seen));
    });
    observer.observe(list, { attributeFilter: ['style'] });
    return () => observer.disconnect();
  }, [options, first, rowHeight]);
  const rows = useMemo(
    () =>
      options.map(({ value: code, label: text, mark }) => ({
        value: code,
        textValue: text,
        label: mark ? (
          <span className={styles.marked} data-mark={mark}>
            {text}
          </span>
        ) : (
          text
        ),
      })),
    [options],
  );
  return (
    <div ref={frame} className={styles.frame}>
      {!isNamed && (
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
      )}
      <WheelPickerWrapper className={styles.wheel}>
        <WheelPicker
          defaultValue={first}
          options={rows}
          visibleCount={16}
          optionItemHeight={rowHeight}
          classNames={{ optionItem: styles.option, highlightWrapper: styles.highlight, highlightItem: styles.chosen }}
        />
        {unit && (
          <span className={styles.unit} aria-hidden="true">
            {unit}
          </span>
        )}
      </WheelPickerWrapper>
    </div>
  );
}

function optionWith(options: readonly WheelOption[], value: number): WheelOption {
  const option = options.find((each) => each.value === value);
  if (option) return option;
  throw new RangeError(`the wheel has no option ${value}`);
}

/** How far the wheel is turned from its first option; px. The library tells no value before the wheel rests. */
function turnOf(list: HTMLElement): number {
  const [, moved = ''] = /translateY\((.+)px\)/.exec(list.style.transform) ?? [];
  return -Number.parseFloat(moved);
}

/** The row height in px, which the wheel library requires. It scales with the font size. */
function heightOfRow(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.max(ROW_PX, Math.round(ROW_REM * rem) || 0);
}
