import { describe, expect, it } from 'vitest';
import { remoteEntry, shareWrapper } from './lighten-container.ts';

const entry = `
  import __mfExposesMap from "virtual:mf-exposes:contest"
  async function init() {}
  export { init, getExposes as get }`;
const wrapper = `
    let exportModule = __mfReadSharedCache(__mfModuleCache.share, {"canonical":"default:react","aliases":["react"]});
    export { __mf_default as default, exportModule as __moduleExports };
    export { __mf_0 as Fragment, __mf_1 as useState };`;

describe('the generated container', () => {
  it('is replaced, exposing the activity module', () => {
    const code = remoteEntry(entry, '"/container.ts"', ['react'], '/src/activity.ts');
    expect(code).toContain('import("/src/activity.ts")');
    expect(code).toContain('export const { init, get } = createContainer(["react"], ');
    expect(code).not.toContain('async function');
  });

  it('keeps the exports of a shared module', () => {
    const code = shareWrapper(wrapper, '"/container.ts"');
    expect(code).toContain("const whole = hostModules['react'];");
    expect(code).toContain(
      'whole as default, whole as __moduleExports, Fragment_ as Fragment, useState_ as useState };',
    );
  });

  it.each([
    ['exports a container otherwise', () => remoteEntry(entry.replace('getExposes', 'exposes'), '""', [], '')],
    ['names the shared module otherwise', () => shareWrapper(wrapper.replace('canonical', 'id'), '""')],
    ['exports a shared module otherwise', () => shareWrapper(wrapper.replaceAll('__mf_', 'mf'), '""')],
  ])('stops the build where it %s', (_, build) => expect(build).toThrow('update lighten-container.ts'));
});
