import { Glyph, type IconProps } from './glyph.tsx';

export const BackIcon = (props: IconProps) => <Glyph {...props}><path d="M14.5 5 7.5 12l7 7" /></Glyph>;
export const ChevronIcon = (props: IconProps) => <Glyph {...props}><path d="m9.5 6 6 6-6 6" /></Glyph>;
export const CloseIcon = (props: IconProps) => <Glyph {...props}><path d="M6.5 6.5l11 11M17.5 6.5l-11 11" /></Glyph>;
export const CheckIcon = (props: IconProps) => <Glyph {...props}><path d="m5 12.5 4.6 4.5L19 7.5" /></Glyph>;
export const PlusIcon = (props: IconProps) => <Glyph {...props}><path d="M12 5.5v13M5.5 12h13" /></Glyph>;
export const InfoIcon = (props: IconProps) => (
  <Glyph {...props}><circle cx="12" cy="12" r="8.25" /><path d="M12 11.25v4.5M12 8v.01" /></Glyph>
);
export const WarningIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M12 4.75 3.9 18.6a.75.75 0 0 0 .65 1.15h14.9a.75.75 0 0 0 .65-1.15L12 4.75ZM12 10.5v3.75M12 16.9v.01" /></Glyph>
);
export const ShareIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M12 14.5V4M8.25 7.25 12 3.5l3.75 3.75M7 10.5H5.75A1.25 1.25 0 0 0 4.5 11.75v7A1.25 1.25 0 0 0 5.75 20h12.5a1.25 1.25 0 0 0 1.25-1.25v-7a1.25 1.25 0 0 0-1.25-1.25H17" /></Glyph>
);
export const CopyIcon = (props: IconProps) => (
  <Glyph {...props}><rect x="8.5" y="8.5" width="11" height="11.5" rx="2.5" /><path d="M15.5 5.6A2.1 2.1 0 0 0 13.4 4H6.75A2.25 2.25 0 0 0 4.5 6.25v7.15A2.1 2.1 0 0 0 5.6 15.3" /></Glyph>
);
export const LinkIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M10 14a3.75 3.75 0 0 0 5.3 0l3.1-3.1a3.75 3.75 0 0 0-5.3-5.3l-.9.9M14 10a3.75 3.75 0 0 0-5.3 0l-3.1 3.1a3.75 3.75 0 0 0 5.3 5.3l.9-.9" /></Glyph>
);
export const RetryIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M19.25 12a7.25 7.25 0 1 1-2.2-5.2M19.25 4v4h-4" /></Glyph>
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
export const TrashIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M4.75 7h14.5M9.5 7V4.75h5V7M6.5 7l.8 12.25h9.4L17.5 7M10.25 10.75v5M13.75 10.75v5" /></Glyph>
);
export const PhotoIcon = (props: IconProps) => (
  <Glyph {...props}><rect x="3.75" y="5" width="16.5" height="14" rx="2.5" /><circle cx="8.75" cy="9.75" r="1.5" /><path d="m4.5 17 4.75-4.25 3 2.5 3.25-3.5 4.5 4.5" /></Glyph>
);
export const PinIcon = (props: IconProps) => (
  <Glyph {...props}><path d="M12 20.5s6.5-5.4 6.5-10.25a6.5 6.5 0 0 0-13 0C5.5 15.1 12 20.5 12 20.5Z" /><circle cx="12" cy="10.25" r="2.25" /></Glyph>
);
