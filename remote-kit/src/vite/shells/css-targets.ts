import type { Targets } from 'lightningcss';
import { browserFloor } from '../browser-floor.ts';

/** As lightningcss wants them: major and minor version in a number's third and second byte. */
export const cssTargets: Targets = Object.fromEntries(
  browserFloor.map((engine) => {
    const [, name = '', major = '', minor = '0'] = /^([a-z]+)(\d+)(?:\.(\d+))?$/.exec(engine) ?? [];
    return [name, (Number(major) << 16) | (Number(minor) << 8)];
  }),
);
