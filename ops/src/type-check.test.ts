import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { inRepository } from './workspace.ts';

const read = <Schema extends v.GenericSchema>(file: string, schema: Schema) =>
  v.parse(schema, JSON.parse(readFileSync(inRepository(file), 'utf8')));

it('checks the types of every package', () => {
  const { workspaces } = read('package.json', v.object({ workspaces: v.array(v.string()) }));
  const { references } = read('tsconfig.json', v.object({ references: v.array(v.object({ path: v.string() })) }));
  expect(references.map(({ path }) => path.replace('./', ''))).toEqual(workspaces);
});
