/** For host, server and tools, not remotes: it changes without a new contract version. */
export { isActivityModule } from './contract/activity-module.ts';
export {
  type Answer,
  type AnswerCode,
  answerSchema,
  clockHeaders,
  NONCE,
  REQUEST_LIMIT_MS,
  SIGNATURE_WINDOW_MS,
  UPLOAD_LIMITS_MS,
} from './contract/answer.ts';
export {
  type BridgeAnswer, type BridgeEvent, type BridgeEventName, type BridgeMessage, type LoginResult,
  loginWindowMessageSchema, parseBridgeMessage, standInHelloSchema, timeoutError,
} from './contract/bridge-messages.ts';
export {
  answerLimitMs, bridgeAnswers, bridgeMethods, fridgeSchema, shareChannelSchema,
} from './contract/bridge-methods.ts';
export { callId, type CallPath, isProductCall, resolveCallPath, signatureFields } from './contract/calls.ts';
export { compatibility, contractVersion } from './contract/contract-version.ts';
export { type PageContext, readPageContext, skinOf } from './contract/page-context.ts';
export { headerToneSchema, type RouteEntry } from './contract/route.ts';
export { windowStateOf } from './contract/windows.ts';
export { product } from './copy/fill.ts';
export * from './host/address.ts';
export * from './host/app-version.ts';
export * from './host/device-config.ts';
export * from './host/page-blocks.ts';
export * from './host/parameters.ts';
export * from './host/registry.ts';
export * from './host/settings.ts';
export * from './host/signing.ts';
export * from './host/token-parameters.ts';
export * from './host/tracking.ts';
export * from './host/visit-services.ts';
export { cleanField, cleanLine } from './text/clean-field.ts';
export { countCharacters } from './text/count-characters.ts';
export * from './text/visible-text.ts';
export { shanghaiDay } from './time/shanghai.ts';
