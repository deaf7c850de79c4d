/** All that a remote may import of this package, besides its own `./activities/<name>`. */
export type {
  ActivityModule,
  Screen,
  ScreenProps,
  Shell,
  ShellHeader,
  ShellProps,
} from './contract/activity-module.ts';
export { answerCode } from './contract/answer.ts';
export * from './contract/bridge-error-code.ts';
export type {
  BridgeData,
  BridgeError,
  BridgeMethod,
  BridgeParams,
  Fridge,
  ShareCard,
  ShareChannel,
} from './contract/bridge.ts';
export {
  type Call,
  type CallAccess,
  type CallData,
  type CallFields,
  type CallFiles,
  callIds,
  defineCall,
  type OutputOf,
  type StandardSchema,
} from './contract/calls.ts';
export { contractText } from './contract/contract-version.ts';
export * from './contract/host-services.ts';
export type { ActivityContext, Brand, Skin } from './contract/page-context.ts';
export type { HeaderTone } from './contract/route.ts';
export type { DialogContent, HeaderState, Query, ShareParameters } from './contract/screen-values.ts';
export { type ActivityWindow, type ActivityWindows, specifiedWindows, type WindowState } from './contract/windows.ts';
export * from './copy/common.ts';
export { fill, type Placeholders, type ProseElement, readProse } from './copy/fill.ts';
export * from './copy/window-text.ts';
export { readerCharacters } from './text/count-characters.ts';
export { formatDate, formatDateTime, parseInstant, shanghaiFields } from './time/shanghai.ts';
