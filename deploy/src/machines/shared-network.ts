import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { commandsOn, type Machine } from './machine.ts';
import type { Network } from './network.ts';

const machineSchema = v.object({ name: v.string(), address: v.string(), first: v.number() });
type Known = v.InferOutput<typeof machineSchema>;

const requestSchema = v.variant('do', [
  v.object({ do: v.literal('machines') }),
  v.object({ do: v.literal('boot'), name: v.string() }),
  v.object({ do: v.literal('name'), name: v.string(), addresses: v.array(v.string()) }),
  v.object({ do: v.picklist(['cutOff', 'reconnect', 'kill', 'powerOn']), machine: v.string() }),
]);
type Request = v.InferInput<typeof requestSchema>;
const answerSchema = v.variant('ok', [
  v.object({ ok: v.literal(true), machines: v.array(machineSchema) }),
  v.object({ ok: v.literal(false), error: v.string() }),
]);

/** A network whose machines another process owns: they outlive this one. */
export type JoinedNetwork = Pick<Network, 'boot' | 'name'> & { machines(): Promise<readonly Machine[]> };

/**
 * Lets processes of other namespaces, such as Playwright's workers, use the machines of a network that this process
 * owns and closes: booting and cables here, commands and files from there.
 */
export async function shareNetwork(network: Network, socket: string, owned: readonly Machine[]) {
  const machines = new Map(owned.map((machine) => [machine.name, machine]));
  const known = (): Known[] => [...machines.values()].map(({ name, address, first }) => ({ name, address, first }));
  const act = async (asked: v.InferOutput<typeof requestSchema>): Promise<void> => {
    if (asked.do === 'machines') return;
    if (asked.do === 'boot') return void machines.set(asked.name, await network.boot(asked.name));
    if (asked.do === 'name') return network.name(asked.name, ...asked.addresses.map((address) => ({ address })));
    const machine = machines.get(asked.machine);
    if (machine === undefined) throw new Error(`There is no machine ${asked.machine}.`);
    await machine[asked.do]();
  };
  const server = createServer((request, response) => {
    text(request)
      .then((body) => act(v.parse(requestSchema, JSON.parse(body))))
      .then(
        () => ({ ok: true, machines: known() }),
        (error: unknown) => ({ ok: false, error: String(error) }),
      )
      .then(
        (answer) => response.end(JSON.stringify(answer)),
        () => response.destroy(),
      );
  }).listen(socket);
  await once(server, 'listening');
  return { close: () => void server.close() };
}

/** @param socket that `shareNetwork` listens on */
export async function joinNetwork(socket: string): Promise<JoinedNetwork> {
  const firsts = new Map<string, number>();
  const ask = async (request: Request): Promise<readonly Known[]> => {
    const answer = v.parse(answerSchema, JSON.parse(await post(socket, JSON.stringify(request))));
    if (!answer.ok) throw new Error(answer.error);
    for (const { name, first } of answer.machines) firsts.set(name, first);
    return answer.machines;
  };
  const machineOf = ({ name, address }: Known): Machine => {
    const first = () => firsts.get(name) ?? 0;
    const act = (action: 'cutOff' | 'reconnect' | 'kill' | 'powerOn') => async () =>
      void (await ask({ do: action, machine: name }));
    return Object.assign(commandsOn({ name, address, first, root: () => `/proc/${first()}/root` }), {
      cutOff: act('cutOff'),
      reconnect: act('reconnect'),
      kill: act('kill'),
      powerOn: act('powerOn'),
    });
  };
  return {
    async boot(name) {
      const booted = (await ask({ do: 'boot', name })).find((machine) => machine.name === name);
      if (booted === undefined) throw new Error(`${name} didn't boot.`);
      return machineOf(booted);
    },
    async name(name, ...named) {
      await ask({ do: 'name', name, addresses: named.map(({ address }) => address) });
    },
    machines: async () => (await ask({ do: 'machines' })).map(machineOf),
  };
}

async function post(socketPath: string, body: string): Promise<string> {
  const request = httpRequest({ socketPath, method: 'POST' }).end(body);
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject),
  );
  return text(response);
}
