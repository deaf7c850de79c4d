import { parseInstant } from '@fridge/shared-contracts';
import * as v from 'valibot';
import { moment, optionalText, told } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { command, type Context } from '../commands/table.ts';
import { setField } from '../documents/config-commands.ts';
import { type Notice, noticeAt, noticeSchema } from '../documents/settings/notice.ts';
import { isoInShanghai } from '../program/clock.ts';

/** `isShown`: whether pages have it now. */
const answer = v.object({ text: optionalText, start: optionalText, end: optionalText, isShown: v.boolean() });

export const noticeCommands = {
  'notice set': command({
    does: 'says something to everybody, in a bar on every page; open pages follow within 20 s',
    may: ['operator'],
    kind: 'change',
    fields: {
      text: told(noticeSchema.entries.text, 'plain words, up to 60 characters'),
      start: v.optional(told(moment, 'from then on, of business time; default: at once')),
      end: v.optional(told(moment, 'until then; default: until notice end')),
    },
    answer,
    async run({ text, start = null, end = null }, context) {
      const now = context.clock.business();
      const [from, until] = [parseInstant(start), parseInstant(end)];
      if (until !== null && until <= Math.max(now, from ?? now))
        throw new Refused(
          until <= now
            ? `The end is past: it is ${isoInShanghai(new Date(now))} now, of business time. Give a later one.`
            : 'The end is before the start. Give a later one.',
        );
      return say({ text, start, end }, context);
    },
  }),
  'notice end': command({
    does: 'ends the notice, or takes back one to come',
    may: ['operator'],
    kind: 'change',
    fields: {},
    answer,
    async run(_fields, context) {
      if (context.settings.current().notice === null) throw new Refused('There is no notice to end.');
      return say(null, context);
    },
  }),
};

async function say(notice: Notice | null, context: Context) {
  await setField('notice', notice ?? undefined, context);
  const isShown = noticeAt(notice, context.clock.business()) !== null;
  return { ...(notice ?? { text: null, start: null, end: null }), isShown };
}
