import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';

/** What a site engineer takes. */
export const CONTAINER_FILES = join(import.meta.dirname, '../../container');
export const containerFile = (name: string): string => readFileSync(join(CONTAINER_FILES, name), 'utf8');

const texts = v.record(v.string(), v.string());
const networksSchema = v.union([
  v.array(v.string()),
  v.record(v.string(), v.object({ ipv4_address: v.optional(v.string()), aliases: v.optional(v.array(v.string())) })),
]);
const serviceSchema = v.object({
  image: v.string(),
  build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
  environment: v.optional(texts, {}),
  secrets: v.optional(v.array(v.string()), []),
  volumes: v.optional(v.array(v.string()), []),
  networks: networksSchema,
  extra_hosts: v.optional(v.array(v.string()), []),
  stop_grace_period: v.optional(v.string()),
  restart: v.string(),
  read_only: v.boolean(),
  cap_drop: v.optional(v.array(v.string()), []),
  cap_add: v.optional(v.array(v.string()), []),
  security_opt: v.array(v.string()),
  user: v.optional(v.string()),
  mem_limit: v.string(),
  pids_limit: v.number(),
  logging: v.object({ driver: v.string(), options: v.object({ 'max-size': v.string(), 'max-file': v.string() }) }),
});
const composeSchema = v.object({
  services: v.record(v.string(), serviceSchema),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
  volumes: v.record(v.string(), v.nullable(v.object({}))),
});
export type ComposeFile = v.InferOutput<typeof composeSchema>;

const VARIABLE = /\$\{(\w+)(?:(:-|:\?)([^}]*))?\}/g;

/** With every `${NAME:-default}` put in. @throws by the name of a variable that is required and not there */
export function readComposeFile(variables: Readonly<Record<string, string>>): ComposeFile {
  const text = containerFile('compose.yaml').replace(VARIABLE, (_all, name: string, how?: string, rest = '') => {
    const value = variables[name] || (how === ':-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name} isn't set: ${rest}`);
    return value;
  });
  return v.parse(composeSchema, parse(text, { merge: true }));
}

/** Of compose.yaml: all that it takes from .env, and those without which it doesn't start. */
export function variablesOfComposeFile(): { all: ReadonlySet<string>; required: ReadonlySet<string> } {
  const found = [...containerFile('compose.yaml').matchAll(VARIABLE)];
  const names = (of: typeof found) => new Set(of.flatMap(([, name]) => name ?? []));
  return { all: names(found), required: names(found.filter(([, , how]) => how === ':?')) };
}

/** @param withExamples those that are commented out too */
export function readExampleEnv({ withExamples }: { withExamples: boolean }): Record<string, string> {
  const lines = containerFile('example.env').matchAll(withExamples ? /^#?(\w+)=(.*)$/gm : /^(\w+)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}
