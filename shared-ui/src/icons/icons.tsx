import { Glyph, type IconProps } from './glyph.tsx';

export const BackIcon = (props: IconProps) => <Glyph {...props}><path d="M14.5 5 7.5 12l7 7" /></Glyph>;
export const ChevronIcon = (props: IconProps) => <Glyph {...props}><path d="m9.5 6 6 6-6 6" /></Glyph>;
export const CloseIcon = (props: IconProps) => <Glyph {...props}><path d="M6.5 6.5l11 11M17.5 6.5l-11 11" /></Glyph>;
export const CheckIcon = (props: IconProps) => <Glyph {...props}><path d="m5 12.5 4.6 4.5L19 7.5" /></Glyph>;
export const InfoIcon = (props: IconProps) => (
  <Glyph {...props}><circle cx="12" cy="12" r="8.25" /><path d="M12 11.25v4.5M12 8v.01" /></Glyph>
);
export const ShareIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M12 14.5V4M8.25 7.25 12 3.5l3.75 3.75M7 10.5H5.75A1.25 1.25 0 0 0 4.5 11.75v7A1.25 1.25 0 0 0 5.75 20h12.5a1.25 1.25 0 0 0 1.25-1.25v-7a1.25 1.25 0 0 0-1.25-1.25H17" /></Glyph>
);
export const PlugIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M9 3.75V8M15 3.75V8M6.75 8h10.5v3a5.25 5.25 0 0 1-10.5 0V8ZM12 16.25v1.25c0 1.8-1.2 2.75-3 2.75" /></Glyph>
);
export const ClockIcon = (props: IconProps) => (
  <Glyph {...props}><circle cx="12" cy="12" r="8.25" /><path d="M12 7.5V12l3 2" /></Glyph>
);
export const GiftIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M4.5 8.5h15v3.25h-15zM6 11.75V19.5h12v-7.75M12 8.5v11M12 8.5S8 8.4 8 6.1C8 4 11.4 3.9 12 8.5ZM12 8.5s4-.1 4-2.4C16 4 12.6 3.9 12 8.5Z" /></Glyph>
);
export const EditIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M4.75 19.25l.9-3.9L15.9 5.1a1.9 1.9 0 0 1 2.7 0l.3.3a1.9 1.9 0 0 1 0 2.7L8.65 18.35l-3.9.9ZM14 7l3 3" /></Glyph>
);
