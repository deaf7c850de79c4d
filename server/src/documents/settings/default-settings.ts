import { specifiedWindows } from '@fridge/shared-contracts';
import { hostPaths } from '@fridge/shared-contracts/page';
import { ROUTE_BUDGET_BYTES } from '@fridge/shared-contracts/team';
import { copy } from '../../edge/copy.ts';
import type { Environment } from '../../program/environment.ts';
import type { ServerSettings } from './server-settings.ts';

type SettingsEnvironment = Pick<
  Environment,
  | 'PUBLIC_HOST_ORIGIN'
  | 'PUBLIC_API_ORIGIN'
  | 'SIGNER'
  | 'SIGNING_KEY'
  | 'REPORT_LINK_KEY'
  | 'REPORT_LINK_KEYS_ACCEPTED'
>;

/**
 * The settings below what operators write. Complete, so that page, server and checks never lack a field. Pages outside
 * the product lead to the hall until operators name them.
 */
export function defaultSettings(environment: SettingsEnvironment): ServerSettings {
  const { PUBLIC_HOST_ORIGIN, PUBLIC_API_ORIGIN, SIGNER, SIGNING_KEY, REPORT_LINK_KEY, REPORT_LINK_KEYS_ACCEPTED } =
    environment;
  const hall = `${PUBLIC_HOST_ORIGIN}${hostPaths.hall}`;
  return {
    apiBase: PUBLIC_API_ORIGIN,
    signing: { signer: SIGNER, key: SIGNING_KEY },
    reportLinkKey: REPORT_LINK_KEY,
    reportLinkKeysAccepted: REPORT_LINK_KEYS_ACCEPTED,
    activity2023: { isDirect: 'c1f0a7e29b4d', getNewAnswer: '8d3b6e51f02a', AnswerQuestion: '5e9c24b7d816' },
    downloadPage: hall,
    appLink: null,
    couponPage: hall,
    couponTitle: copy['server.coupon.page'],
    shopPage: hall,
    allowedOrigins: [],
    remoteOrigins: [],
    tracking: { enabled: true, endpoint: `${PUBLIC_API_ORIGIN}/track`, analytics: null },
    windows: { ...specifiedWindows },
    notice: null,
    previews: false,
    releases: { rollBack: true, rollout: null, routeBudget: ROUTE_BUDGET_BYTES },
  };
}
