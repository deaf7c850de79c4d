import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Network } from '../machines/network.ts';
import { answerSchemas, replySchema, type UsersAnswers, type UsersRequest } from './users-protocol.ts';

type Ask<Name extends UsersRequest['ask']> = Omit<Extract<UsersRequest, { ask: Name }>, 'id' | 'ask'>;

export interface UsersProcess {
  ask<Name extends UsersRequest['ask']>(name: Name, fields: Ask<Name>): Promise<UsersAnswers[Name]>;
  end(): void;
}

/** Starts the users at a place of their own on the machines' network. */
export async function openUsers(network: Network, apiUrl: string, authority: string): Promise<UsersProcess> {
  const visitor = await network.visitor('users');
  const main = join(import.meta.dirname, 'users-process.ts');
  const [command, ...words] = visitor.command([process.execPath, '--import', 'tsx', main, apiUrl]);
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: authority };
  const child = spawn(command, words, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (fault: Error) => void }>();
  child.on('message', (message) => {
    const { id, answer, fault } = v.parse(replySchema, message);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (fault === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(fault));
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The users' process ended with ${code}.`));
  });
  let last = 0;
  return {
    async ask(name, fields) {
      const id = (last += 1);
      const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
      child.send({ id, ask: name, ...fields });
      return read(answerSchemas[name], await answer);
    },
    end: () => child.disconnect(),
  };
}

function read<Answer>(schema: v.GenericSchema<unknown, Answer>, answer: unknown): Answer {
  return v.parse(schema, answer);
}
