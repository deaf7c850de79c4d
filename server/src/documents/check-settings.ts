import * as v from 'valibot';
import { file, inPlace, optionalNumber, text } from '../commands/fields.ts';
import { command } from '../commands/table.ts';
import { readDocumentFile } from './document-file.ts';

const paths = v.array(text);

/**
 * Of a file, or of the document in force, which has a serial. `wrong`: what refuses it; `doubtful`: fields without
 * effect, the rest counts; `set`: paths of all fields.
 */
export const checkSettings = command({
  does: 'tells what is wrong in the settings in force, or in a file before it counts',
  may: ['viewer'],
  kind: 'read',
  fields: { file: inPlace(file('JSON'), 'a file; default: what is in force') },
  answer: v.object({ serial: optionalNumber, wrong: paths, doubtful: paths, set: paths }),
  isFine: ({ wrong, doubtful }) => wrong.length + doubtful.length === 0,
  async run({ file: sent }, { configuration, settings }) {
    const { serial, document } = configuration.current('settings');
    if (sent === undefined) return { serial, ...settings.check(document) };
    return { serial: null, ...settings.check(readDocumentFile(sent.text).document) };
  },
});
