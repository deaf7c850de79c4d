import { createIcon } from '@fridge/shared-ui';

export const ZoomIcon = createIcon('m15.25 15.25 4.5 4.5M10.75 8.25v5M8.25 10.75h5', { cx: 10.75, cy: 10.75, r: 6 });
export const BasketIcon = createIcon('M4 10h16l-1.5 8.5h-13L4 10ZM8 10l2.5-5M16 10l-2.5-5M9.5 13v3M14.5 13v3');
export const BulbIcon = createIcon(
  'M9.25 17.5h5.5M10 20.25h4M12 3.75a5.75 5.75 0 0 0-3.2 10.5c.6.45.95 1.1.95 1.75v1.5h4.5V16c0-.65.35-1.3.95-1.75' +
    'A5.75 5.75 0 0 0 12 3.75Z',
);
export const UserIcon = createIcon('M5 19.5c.8-3.4 3.5-5.25 7-5.25s6.2 1.85 7 5.25', { cx: 12, cy: 8.75, r: 3.75 });
