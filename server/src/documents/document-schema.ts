import * as v from 'valibot';
import { Refused } from '../commands/refused.ts';
import type { Version } from './documents.ts';

/** Each fault as `path: what is expected`, without the value that was found. */
export function faultLines(schema: v.GenericSchema, document: unknown): string[] {
  const parsed = v.safeParse(schema, document);
  return (parsed.issues ?? []).map(faultLine);
}

export function faultLine(issue: v.BaseIssue<unknown>): string {
  const expected = issue.type === 'strict_object' && issue.expected === 'never' ? 'unknown field' : issue.message;
  return `${v.getDotPath(issue) ?? 'the whole document'}: ${expected.replace(/ but received .*$/s, '')}`;
}

/** @throws Refused if another release wrote the version and this one can't read it */
export function documentOf<Schema extends v.GenericSchema>(schema: Schema, version: Version): v.InferOutput<Schema> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), version.document);
  if (parsed.success) return parsed.output;
  const { name, serial } = version;
  throw new Refused(`Serial ${serial} of ${name} was written by another release, and this one can't read it.`);
}

/** `v.record` leaves them out without a word. */
const LEFT_OUT = ['__proto__', 'constructor', 'prototype'] as const;

/** Before `v.record`, so that nothing of a document is lost. */
export const keptNames = v.check(
  (input: unknown) => !LEFT_OUT.some((name) => Object.hasOwn(Object(input), name)),
  `other names than ${LEFT_OUT.join(', ')}`,
);

/** Browsers' URLs allow `;` and `*` in a host's name too, which mean something else in a page's policy. */
const PLAIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** @returns whether a text is an origin that a page's policy can name, and is written as browsers write it */
export const isPlainOrigin = (text: string): boolean =>
  PLAIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
