import * as v from 'valibot';
import { file, inPlace, optionalNumber, text } from '../commands/fields.ts';
import { Refused } from '../commands/refused.ts';
import { command } from '../commands/table.ts';
import { readDocumentFile } from './document-file.ts';
import { settingsDocument } from './settings-document.ts';

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
    try {
      const next = readDocumentFile(sent.text).document;
      const checked = settings.check(next);
      const refused = settingsDocument.faultsOf(JSON.parse(next));
      const wrong = refused.length > 0 ? refused : checked.wrong;
      const doubtful = checked.doubtful.filter((line) => !wrong.some((other) => fieldOf(other) === fieldOf(line)));
      return { serial: null, wrong, doubtful, set: checked.set };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { serial: null, wrong: [error.message], doubtful: [], set: [] };
    }
  },
});

const fieldOf = (problem: string): string => problem.split(':', 1)[0] ?? '';
