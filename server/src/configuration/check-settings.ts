import { readDocumentFile } from '../configuration/document-file.ts';
import { ChangeRefused } from '../configuration/documents.ts';
import { settingsDocument } from '../configuration/settings-document.ts';
import type { CommandHandler } from '../operator/protocol.ts';

/** What is wrong in the settings in force, or in a file before it counts. */
export const checkSettings: CommandHandler<'settings.check'> = async ({ text }, { configuration, settings }) => {
  const { serial, document } = configuration.current('settings');
  if (text === undefined) return { serial, ...settings.check(document) };
  try {
    const next = readDocumentFile(text).document;
    const checked = settings.check(next);
    const refused = settingsDocument.faultsOf(JSON.parse(next));
    const wrong = refused.length > 0 ? refused : checked.wrong;
    const doubtful = checked.doubtful.filter((line) => !wrong.some((other) => fieldOf(other) === fieldOf(line)));
    return { serial: null, wrong, doubtful, set: checked.set };
  } catch (error) {
    if (!(error instanceof ChangeRefused)) throw error;
    return { serial: null, wrong: [error.message], doubtful: [], set: [] };
  }
};

const fieldOf = (problem: string): string => problem.split(':', 1)[0] ?? '';
