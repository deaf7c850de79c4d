import type { ReactNode } from 'react';

interface IconProps {
  className?: string | undefined;
  /** Decorative and hidden without one. */
  label?: string | undefined;
}

/**
 * An icon on a grid of 24 px, with a stroke of 1.75 px.
 * @__NO_SIDE_EFFECTS__ so that a page carries only the icons that it shows
 */
export function createIcon(path: string, circle?: { cx: number; cy: number; r: number }) {
  return ({ className, label }: IconProps): ReactNode => {
    const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
    return (
      <svg
        {...naming}
        className={className}
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {circle && <circle {...circle} />}
        <path d={path} />
      </svg>
    );
  };
}

const dial = { cx: 12, cy: 12, r: 8.25 };

export const BackIcon = createIcon('M14.5 5 7.5 12l7 7');
export const ChevronIcon = createIcon('m9.5 6 6 6-6 6');
export const CloseIcon = createIcon('M6.5 6.5l11 11M17.5 6.5l-11 11');
export const CheckIcon = createIcon('m5 12.5 4.6 4.5L19 7.5');
export const InfoIcon = createIcon('M12 11.25v4.5M12 8v.01', dial);
export const ShareIcon = createIcon(
  'M12 14.5V4M8.25 7.25 12 3.5l3.75 3.75M7 10.5H5.75A1.25 1.25 0 0 0 4.5 11.75v7A1.25 1.25 0 0 0 5.75 20h12.5' +
    'a1.25 1.25 0 0 0 1.25-1.25v-7a1.25 1.25 0 0 0-1.25-1.25H17',
);
export const PlugIcon = createIcon(
  'M9 3.75V8M15 3.75V8M6.75 8h10.5v3a5.25 5.25 0 0 1-10.5 0V8ZM12 16.25v1.25c0 1.8-1.2 2.75-3 2.75',
);
export const ClockIcon = createIcon('M12 7.5V12l3 2', dial);
export const GiftIcon = createIcon(
  'M4.5 8.5h15v3.25h-15zM6 11.75V19.5h12v-7.75M12 8.5v11M12 8.5S8 8.4 8 6.1C8 4 11.4 3.9 12 8.5Z' +
    'M12 8.5s4-.1 4-2.4C16 4 12.6 3.9 12 8.5Z',
);
export const EditIcon = createIcon(
  'M4.75 19.25l.9-3.9L15.9 5.1a1.9 1.9 0 0 1 2.7 0l.3.3a1.9 1.9 0 0 1 0 2.7L8.65 18.35l-3.9.9ZM14 7l3 3',
);
