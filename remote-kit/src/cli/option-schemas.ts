import * as v from 'valibot';
import type { Options } from './command.ts';

const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

/** Without a slash at its end. */
export const origin = v.pipe(
  v.string(),
  v.transform((address) => address.replace(/\/$/, '')),
  v.check(
    (address) => isAddress(address) && new URL(address).origin === address,
    'an origin of http or https, such as https://picnic.example',
  ),
);

/** With a slash at its end. */
export const folderAddress = v.pipe(
  v.string(),
  v.check(isAddress, 'an address of http or https, such as https://picnic.example/1.4.0/'),
  v.transform((address) => address.replace(/\/*$/, '/')),
);

const pathList = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((path) => path.trim())),
  v.everyItem((path) => path.startsWith('/'), 'paths such as /picnic/old,/picnic/older'),
);

export const dropRoutesOption = {
  'drop-routes': {
    value: 'PATHS',
    schema: pathList,
    summary: 'paths that users get now and that go with this release, separated by commas',
  },
} as const satisfies Options;

/** @param schema has no use for a fraction or a sign */
export const numberText = <Output>(schema: v.GenericSchema<number, Output>) =>
  v.pipe(
    v.string(),
    v.transform((text) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN)),
    schema,
  );
