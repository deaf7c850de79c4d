import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { deviceConfigs } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { checkNamedFields } from '../verification/named-fields.ts';
import { checkSignature, checkTimeliness } from '../verification/signature.ts';
import { success } from '../wire/answer.ts';
import { readForm } from '../wire/read-form.ts';

/** `sn` is an sn8 from its 4th character on. An unknown one is an ordinary fridge of the main brand. */
export function deviceInfo({ queries, settings, clock }: Services) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/getInfo',
      handler: async ({ url }) => {
        const form = readForm(url.split('?')[1] ?? '');
        checkNamedFields(form, ['sn']);
        checkSignature(form, settings.current().signing);
        checkTimeliness(form, clock.real());
        const [config] = await queries.select().from(deviceConfigs).where(eq(deviceConfigs.sn, form['sn'] ?? ''));
        return success({ highBrand: config?.highBrand ?? 0, devType: config?.devType ?? '' });
      },
    });
  };
}
