/** What only host and remotes of this repository draw and use. Not packed: it may change without a version. */
export { BrandMark } from './brand-mark/brand-mark.tsx';
export { DoorLight } from './door-light/door-light.tsx';
export { FieldGroup, phoneInput } from './field/field.tsx';
export { FieldShape } from './field/field-shape.tsx';
export { default as fieldStyles } from './field/field.module.css';
export { Fridge, type FridgeMood } from './fridge/fridge.tsx';
export { ClockIcon, EditIcon, GiftIcon, PlugIcon } from './icons/icons.tsx';
export { announceShare, recordShare } from './record-share.ts';
export { toHex } from './request-id.ts';
export { useLateCode } from './late-code/use-late-code.ts';
export { useRetryOnline } from './use-retry-online.ts';
export { type Rules, rulesScreen } from './rules/rules-screen.tsx';
export { shorten } from './shorten.ts';
export { screenOf, useLiveHost, useScreenHost } from './screen-of.tsx';
export { StatePage } from './state-page/state-page.tsx';
