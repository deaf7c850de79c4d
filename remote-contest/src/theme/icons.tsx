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
