import { fault, type VisitRule } from '../rule.ts';

const words: Readonly<Record<string, readonly [what: string, todo: string]>> = {
  'shell malformed': [
    "it hands the host a value that doesn't fit the contract (header, navigation, dialog or toast)",
    'Compare what you give with HostServices of the contract: the host ignores what does not fit.',
  ],
  'call malformed': [
    "it makes a call whose definition, fields or files don't fit the contract: the host refuses it",
    'Define it by defineCall, and send all its required fields, filled, and no others.',
  ],
  'share malformed': [
    "its share parameters don't fit the contract",
    'host.sharing.prepare takes title, description, path and landing.',
  ],
  'share unprepared': [
    'something is shared before host.sharing.prepare',
    'Prepare as the screen mounts, and show the share icon after that.',
  ],
};

/** What the screen hands to the host fits the contract. */
export const services: VisitRule = ({ page }) =>
  page.seen.failures.flatMap(({ phase, reason }) => {
    const told = words[`${phase} ${reason}`];
    return told === undefined ? [] : fault('services', ...told);
  });
