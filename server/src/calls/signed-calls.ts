import { type CallName, calls, opaqueCalls } from '@fridge/shared-contracts';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { verifier } from '../verification/verify-call.ts';
import { success } from '../wire/answer.ts';
import { refuse } from '../wire/refusal.ts';
import { handlers } from './handlers.ts';

/** Every signed call: form-encoded POSTs to the contract's paths, the three 2023 ones under the settings' opaque names. */
export function signedCalls(services: Services) {
  const verifyCall = verifier(services);

  return async (app: FastifyInstance): Promise<void> => {
    app.removeContentTypeParser('application/json');

    for (const name of Object.keys(handlers) as CallName[]) { // Object.keys forgets the key type
      const { path } = calls[name];
      if (path === 'opaque') continue;
      app.route({ method: 'POST', url: path, handler: async (request) => success(await handlers[name](await verifyCall(request, name), services)) });
    }

    app.route<{ Params: { opaque: string } }>({
      method: 'POST',
      url: '/activity2023/:opaque',
      handler: async (request) => {
        const names = services.settings.current().activity2023;
        const name = opaqueCalls.find((call) => names[call] === request.params.opaque);
        if (name === undefined) throw refuse.badInput();
        return success(await handlers[name](await verifyCall(request, name), services));
      },
    });
  };
}
