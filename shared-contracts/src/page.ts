/**
 * What page and server agree on. For host, server and tools, not remotes: it changes without a new contract version.
 */
export * from './contract/activity-module.ts';
export * from './contract/answer.ts';
export * from './contract/bridge.ts';
export * from './contract/calls.ts';
export * from './contract/contract-version.ts';
export * from './contract/page-context.ts';
export { noList, parseJson } from './contract/fields.ts';
export * from './contract/route.ts';
export * from './contract/windows.ts';
export * from './copy/fill.ts';
export * from './page/address.ts';
export * from './page/app-version.ts';
export * from './page/device-config.ts';
export * from './page/integrity.ts';
export * from './page/page-blocks.ts';
export * from './page/parameters.ts';
export * from './page/personal-parameters.ts';
export * from './page/preload-links.ts';
export * from './page/previews.ts';
export * from './page/hall.ts';
export * from './page/registry.ts';
export * from './page/retry-addresses.ts';
export * from './page/settings.ts';
export * from './page/shells.ts';
export * from './page/signing.ts';
export * from './page/switch-state.ts';
export * from './page/switches.ts';
export * from './page/token-parameters.ts';
export * from './page/tracking.ts';
export * from './page/tracking-parameters.ts';
export * from './page/visit-services.ts';
export { withoutValues } from './page/without-values.ts';
export * from './text/clean-field.ts';
export * from './text/count-characters.ts';
export * from './text/visible-text.ts';
export * from './time/shanghai.ts';
