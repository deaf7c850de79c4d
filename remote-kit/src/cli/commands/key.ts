import { join } from 'node:path';
import { CommandFailed } from '../command-failed.ts';
import { defineCommand, type Outcome } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { readRemoteSettings, type RemoteSettings } from '../remote-settings.ts';
import { KEY_FILE, KEY_VARIABLE, NEXT_KEY_FILE, readKeyFile, type TeamKey, writeNewKey } from '../team-key.ts';

export const key = defineCommand({
  summary: "makes the team's signing key and says what operators need of it",
  details: [
    `The private key is written to ${KEY_FILE}, which git ignores and nobody else can read. Publishing signs with it, or with ${KEY_VARIABLE} (the key itself, or the path of its file), as a CI job sets it.`,
  ],
  options: {
    rotate: { summary: `writes a new key beside the one in use, as ${NEXT_KEY_FILE}` },
  },
  async run({ folder, options: { rotate } }) {
    const settings = await readRemoteSettings(folder);
    const { name } = await loadRelease(folder);
    return rotate ? rotateKey(folder, settings) : firstKey(folder, settings, name);
  },
});

async function firstKey(folder: string, settings: RemoteSettings, remote: string): Promise<Outcome> {
  const made = await writeNewKey(folder, KEY_FILE);
  const { id, publicKey } = made;
  if (!made.isNew)
    throw new CommandFailed(
      1,
      `${KEY_FILE} is there already, and nothing was changed. Its id is ${id}, its public key ${publicKey}. A new one beside it: npx remote-kit key --rotate.`,
    );
  const origin = settings.origin === null ? '' : ` --origin ${new URL(settings.origin).origin}`;
  const operators = `npm run ops -- team add ${settings.team} --remotes ${remote}${origin} --key ${publicKey}`;
  return {
    lines: [
      `${KEY_FILE} is the team's private key: keep it, share it with nobody, and give it to CI as ${KEY_VARIABLE}.`,
      ...keyLines(made),
      'Operators register the team by:',
      `  ${operators}`,
      'With a backend of your own they add --backend and its address, now or later (team set).',
    ],
    data: { file: KEY_FILE, id, publicKey, operators },
  };
}

async function rotateKey(folder: string, { team }: RemoteSettings): Promise<Outcome> {
  const { id: oldId } = await readKeyFile(join(folder, KEY_FILE));
  const next = await writeNewKey(folder, NEXT_KEY_FILE);
  const steps = [
    `operators register it beside the old one: npm run ops -- team key add ${team} ${next.publicKey}`,
    `you put it in use: mv ${NEXT_KEY_FILE} ${KEY_FILE}, and set ${KEY_VARIABLE} of your CI to it`,
    `operators take the old one back: npm run ops -- team key revoke ${team} ${oldId}`,
  ];
  return {
    lines: [
      next.isNew ? `${NEXT_KEY_FILE} is the new private key.` : `${NEXT_KEY_FILE} was there already, and stays.`,
      ...keyLines(next),
      'Now, in this order:',
      ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    ],
    data: { file: NEXT_KEY_FILE, id: next.id, publicKey: next.publicKey, oldId, steps },
  };
}

const keyLines = ({ id, publicKey }: TeamKey): string[] => [`Its id: ${id}`, `Its public key: ${publicKey}`];
