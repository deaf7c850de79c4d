import { fault, type VisitRule } from '../rule.ts';

/** What the host, React and the federation runtime leave in every page; a phone's touch events come late. */
const EXPECTED =
  /^(?:added window\.(?:hostFailed|hostReady|pageParsed|companion|__FEDERATION__|__VMOK__|_FEDERATION_RUNTIME_CORE(?:_FROM)?|__GLOBAL_LOADING_REMOTE_ENTRY__|__VUE_HMR_RUNTIME__|__mf_\S*)|added Error\.prepareStackTrace|added document\._reactListening\w+|changed \S+\.ontouch\w+)$/;

/** Globals are as at the page's start. */
export const globals: VisitRule = async ({ page }) => {
  const patched = (await page.watch('patched')) ?? [];
  return patched
    .filter((each) => !EXPECTED.test(each))
    .map((each) => {
      const [how = '', name = ''] = each.split(' ');
      if (how === 'set')
        return fault(
          'globals',
          `it sets the handler ${name}`,
          'Use addEventListener, and remove the listener when the screen comes down.',
        );
      return fault(
        'globals',
        how === 'added'
          ? `it adds ${name} to the page`
          : `it ${how === 'removed' ? 'removes' : 'changes'} ${name}, which every screen uses`,
        'Keep it in a module: globals are the whole page’s, and other teams’ screens meet what is changed there.',
      );
    });
};
