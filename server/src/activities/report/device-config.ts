import { DEVICE_CONFIG_PATH } from '@fridge/shared-contracts/host';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { deviceConfigs } from '../../database/schema.ts';
import { success } from '../../http/answers.ts';
import { readForm } from '../../http/form.ts';
import { refuse } from '../../http/refusal.ts';
import { checkSignedForm } from '../../http/signature.ts';
import type { Services } from '../../services.ts';

const fields = { required: ['sn'], optional: [] };

/** Last 5 characters of an sn8 (spec section 9). */
const SN = /^[!-~]{5}$/;

/** By the sn8 from its 4th character; unknown ones are ordinary fridges of the main brand. */
export function deviceConfig({ queries, settings, clock }: Services) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: DEVICE_CONFIG_PATH,
      handler: async ({ url }) => {
        const form = readForm(url.split('?')[1] ?? '');
        checkSignedForm(form, fields, { signing: settings.current().signing, now: clock.real() });
        if (!SN.test(form['sn'] ?? '')) throw refuse.badInput();
        const [config] = await queries.select().from(deviceConfigs).where(eq(deviceConfigs.sn, form['sn'] ?? ''));
        return success({ highBrand: config?.highBrand ?? 0, devType: config?.devType ?? '' });
      },
    });
  };
}
