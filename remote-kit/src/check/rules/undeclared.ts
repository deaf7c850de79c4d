import { fault, type VisitRule } from '../rule.ts';

/** The API names undeclared calls; what the host itself refuses is a method of the app, or no call of the product. */
export const undeclared: VisitRule = ({ page, stage: { unlistedMethods } }) => {
  if (!page.seen.failures.some(({ phase, reason }) => phase === 'call' && reason === 'undeclared')) return [];
  if (unlistedMethods.length > 0)
    return [
      fault(
        'bridge',
        `it calls ${unlistedMethods.join(', ')} of the app, which the release doesn't list: the host refuses it`,
        'Add the method to `bridge` of release.config.ts.',
      ),
    ];
  return [
    fault(
      'calls',
      "it makes a call outside the product's own paths, or calls a method of the app that the release doesn't list: the host refuses it",
      'Calls begin with /activity/, /fridge/, /annualReport/ or /team/<your team>/; methods are listed in `bridge`.',
    ),
  ];
};
