import type { ReactNode } from 'react';

/** The contest's own icons, drawn on the product's grid: 24 px, 1.75 px stroke, round caps. All are decoration. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg aria-hidden="true" focusable="false" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      {children}
    </svg>
  );
}

export const PlateIcon = () => <Icon><circle cx="12.5" cy="12" r="6.5" /><circle cx="12.5" cy="12" r="3.4" /><path d="M3 5v5.2M3 10.2V19M21.5 5c-1.6 1.4-1.6 5.4 0 6.8V19" /></Icon>;
export const CameraIcon = () => <Icon><path d="M4.75 8h2.6l1.5-2.25h6.3L16.65 8h2.6a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H4.75a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 4.75 8Z" /><circle cx="12" cy="13.2" r="3.4" /></Icon>;
export const PlusIcon = () => <Icon><path d="M12 5.5v13M5.5 12h13" /></Icon>;
export const MinusIcon = () => <Icon><path d="M5.5 12h13" /></Icon>;
export const BinIcon = () => <Icon><path d="M5 7h14M9.5 7V4.75h5V7M7 7l.8 12.25h8.4L17 7M10.25 10.5v5.25M13.75 10.5v5.25" /></Icon>;
export const AgainIcon = () => <Icon><path d="M19 12a7 7 0 1 1-2.2-5.1L19 9M19 4.75V9h-4.25" /></Icon>;
export const UpIcon = () => <Icon><path d="M12 18.5v-13M6.5 11 12 5.5l5.5 5.5" /></Icon>;
export const DownIcon = () => <Icon><path d="M12 5.5v13M6.5 13l5.5 5.5 5.5-5.5" /></Icon>;
export const LeftIcon = () => <Icon><path d="M18.5 12h-13M11 6.5 5.5 12l5.5 5.5" /></Icon>;
export const RightIcon = () => <Icon><path d="M5.5 12h13M13 6.5l5.5 5.5-5.5 5.5" /></Icon>;
export const ZoomIcon = () => <Icon><circle cx="10.75" cy="10.75" r="6" /><path d="m15.25 15.25 4.5 4.5M10.75 8.25v5M8.25 10.75h5" /></Icon>;
export const BasketIcon = () => <Icon><path d="M4 10h16l-1.5 8.5h-13L4 10ZM8 10l2.5-5M16 10l-2.5-5M9.5 13v3M14.5 13v3" /></Icon>;
export const BulbIcon = () => <Icon><path d="M9.25 17.5h5.5M10 20.25h4M12 3.75a5.75 5.75 0 0 0-3.2 10.5c.6.45.95 1.1.95 1.75v1.5h4.5V16c0-.65.35-1.3.95-1.75A5.75 5.75 0 0 0 12 3.75Z" /></Icon>;
export const UserIcon = () => <Icon><circle cx="12" cy="8.75" r="3.75" /><path d="M5 19.5c.8-3.4 3.5-5.25 7-5.25s6.2 1.85 7 5.25" /></Icon>;
