import type { TreatmentMode } from '../../../core/treatment/settings/settings.ts';

const SHAPES = {
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  scan: 'M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M7 12h10',
  copy: 'M9 9h9.500a1.500 1.500 0 0 1 1.500 1.500V20a1.500 1.500 0 0 1-1.500 1.500H9A1.500 1.500 0 0 1 7.500 20v-9.500A1.500 1.500 0 0 1 9 9zM16 5.500V4a1.500 1.500 0 0 0-1.500-1.500H5A1.500 1.500 0 0 0 3.500 4v9.500A1.500 1.500 0 0 0 5 15',
  pencil: 'M4.500 19.500l1-4.500L16 4.500l3.500 3.500L9 18.500zM13.500 7l3.500 3.500',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16.200 16.200L20.500 20.500',
  device:
    'M7 3.5h10a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2zM9 8h6M8 14.5h1.5l1-2.5 2 5 1.2-2.5H16',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.8-3.6 3.8-5.5 7.500-5.5s6.700 1.900 7.500 5.500',
  orders: 'M6 3.500h12v17l-3-2-3 2-3-2-3 2zM9 8.500h6M9 12.500h6',
  card: 'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM3 10.500h18M7 14.500h3',
  refund: 'M4.500 9.500h11a4 4 0 0 1 0 8H9M8 6L4.500 9.500 8 13',
  feedback: 'M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6l-4.500 3.500V17H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 10h8M8 13h5',
  about: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.500v.500',
  type: 'M2.500 19l5.500-14 5.500 14M4.500 14.500h7M14.500 19l3.500-8.500 3.500 8.500M15.700 16.200h4.600',
  bio: 'M3 12h3.500l2-6 4 13 3-9.500 1.500 2.500H21',
  light:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2.500M12 19v2.500M2.500 12H5M19 12h2.500M5.300 5.300l1.800 1.800M16.900 16.900l1.800 1.800M5.300 18.700l1.800-1.800M16.900 7.100l1.800-1.800',
  sleep: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500zM15 4h4.500L15 9h4.500',
  quantum:
    'M12 13.200a1.200 1.200 0 1 0 0-2.400 1.200 1.200 0 0 0 0 2.400zM12 16c5 0 9-1.800 9-4s-4-4-9-4-9 1.800-9 4 4 4 9 4zM8.500 14c2.500 4.300 6.100 6.900 8 5.800s1.400-5.500-1.100-9.800-6.100-6.900-8-5.800S6 9.700 8.500 14z',
  sliders:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  share: 'M12 15V3.500M8 7l4-3.500L16 7M5 12v6.500a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V12',
  more: 'M6 12a.8.8 0 1 1-1.600 0 .8.8 0 0 1 1.600 0zM12.800 12a.8.8 0 1 1-1.600 0 .8.8 0 0 1 1.600 0zM19.600 12a.8.8 0 1 1-1.600 0 .8.8 0 0 1 1.600 0z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.500l3.500 2',
  people:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.600-3.400 3.100-5 6.500-5s5.900 1.600 6.500 5M16 5a3.500 3.500 0 0 1 0 6.500M18 15.300c2 .700 3.200 2.300 3.500 4.700',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  alert: 'M12 4l9 16H3zM12 10v4.500M12 17v.500',
  refresh: 'M20 12a8 8 0 1 1-2.400-5.700M20 3.500v4.500h-4.500',
  lock: 'M6.500 11h11v8.500h-11zM9 11V8a3 3 0 0 1 6 0v3',
  stop: 'M7 7h10v10H7z',
  phone:
    'M6 3.500h3l1.500 4-2 1.500a12 12 0 0 0 6.500 6.500l1.500-2 4 1.500v3a2 2 0 0 1-2 2A16 16 0 0 1 4 5.500a2 2 0 0 1 2-2z',
} as const;

const PLAIN_TYPE = 16;

export type IconName = keyof typeof SHAPES;

/** Returns the icon of a treatment's mode; that of the device if the mode is unknown. */
export function iconOfMode(mode: TreatmentMode | undefined): IconName {
  return mode === undefined ? 'device' : mode === 'custom' ? 'sliders' : mode;
}

/** A decorative icon. `size` is in px at the default font size, and scales with it. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={`${size / PLAIN_TYPE}rem`}
      height={`${size / PLAIN_TYPE}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
