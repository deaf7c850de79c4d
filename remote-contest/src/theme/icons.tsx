import { createIcon } from '@fridge/shared-ui';

export const PlateIcon = createIcon(
  'M3 5v5.2M3 10.2V19M21.5 5c-1.6 1.4-1.6 5.4 0 6.8V19M9.1 12a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0',
  { cx: 12.5, cy: 12, r: 6.5 },
);
export const CameraIcon = createIcon(
  'M4.75 8h2.6l1.5-2.25h6.3L16.65 8h2.6a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5H4.75a1.5 1.5 0 0 1-1.5-1.5v-8' +
    'A1.5 1.5 0 0 1 4.75 8Z',
  { cx: 12, cy: 13.2, r: 3.4 },
);
export const PlusIcon = createIcon('M12 5.5v13M5.5 12h13');
export const MinusIcon = createIcon('M5.5 12h13');
export const BinIcon = createIcon('M5 7h14M9.5 7V4.75h5V7M7 7l.8 12.25h8.4L17 7M10.25 10.5v5.25M13.75 10.5v5.25');
export const AgainIcon = createIcon('M19 12a7 7 0 1 1-2.2-5.1L19 9M19 4.75V9h-4.25');
export const LeftIcon = createIcon('M18.5 12h-13M11 6.5 5.5 12l5.5 5.5');
export const RightIcon = createIcon('M5.5 12h13M13 6.5l5.5 5.5-5.5 5.5');
export const ZoomIcon = createIcon('m15.25 15.25 4.5 4.5M10.75 8.25v5M8.25 10.75h5', { cx: 10.75, cy: 10.75, r: 6 });
export const BasketIcon = createIcon('M4 10h16l-1.5 8.5h-13L4 10ZM8 10l2.5-5M16 10l-2.5-5M9.5 13v3M14.5 13v3');
export const BulbIcon = createIcon(
  'M9.25 17.5h5.5M10 20.25h4M12 3.75a5.75 5.75 0 0 0-3.2 10.5c.6.45.95 1.1.95 1.75v1.5h4.5V16c0-.65.35-1.3.95-1.75' +
    'A5.75 5.75 0 0 0 12 3.75Z',
);
export const UserIcon = createIcon('M5 19.5c.8-3.4 3.5-5.25 7-5.25s6.2 1.85 7 5.25', { cx: 12, cy: 8.75, r: 3.75 });
