import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, CommandFailed } from './command-failed.ts';

/** Beside a remote's sources, ignored by git. */
const KEY_FOLDER = '.remote-kit';
export const KEY_FILE = `${KEY_FOLDER}/key.pem`;
/** Becomes `KEY_FILE` once operators have registered it. */
export const NEXT_KEY_FILE = `${KEY_FOLDER}/key.next.pem`;
/** The private key itself, or the path of its file; for CI. */
export const KEY_VARIABLE = 'REMOTE_KIT_KEY';

export interface TeamKey {
  privateKey: KeyObject;
  /** 32 bytes as base64url. */
  publicKey: string;
  /** First 16 hexadecimal digits of the public key's SHA-256. */
  id: string;
}

/**
 * Makes an Ed25519 key, unless its file is there already; the file is the owner's alone.
 * @returns the key of the file
 */
export async function writeNewKey(folder: string, file: string): Promise<TeamKey & { isNew: boolean }> {
  const made = makeKey();
  await mkdir(join(folder, KEY_FOLDER), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, KEY_FOLDER, '.gitignore'), '*\n');
  const path = join(folder, file);
  try {
    await writeFile(path, made.privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
    return { ...made, isNew: true };
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return { ...(await readKeyFile(path)), isNew: false };
  }
}

/** None whose public key starts like an option of a command line, where operators write it. */
function makeKey(): TeamKey {
  for (;;) {
    const key = describeKey(generateKeyPairSync('ed25519').privateKey);
    if (!key.publicKey.startsWith('-')) return key;
  }
}

/**
 * The key that signs: of `REMOTE_KIT_KEY`, else of `.remote-kit/key.pem`.
 * @throws CommandFailed (2) that names the place and never the content
 */
export async function readTeamKey(folder: string, env: Readonly<Record<string, string | undefined>>): Promise<TeamKey> {
  const given = env[KEY_VARIABLE]?.trim() ?? '';
  if (given.includes('-----BEGIN')) return parseKey(given.replaceAll('\\n', '\n'), KEY_VARIABLE);
  const path = given === '' ? join(folder, KEY_FILE) : given;
  return readKeyFile(path, given === '' ? path : `The file that ${KEY_VARIABLE} names`);
}

/** @param name what an error calls it: a mistaken value of the variable may be a key, so it isn't repeated */
export async function readKeyFile(path: string, name = path): Promise<TeamKey> {
  const pem = await readFile(path, 'utf8').catch((error: unknown) => {
    const code = codeOf(error);
    throw new CommandFailed(
      2,
      code === 'ENOENT'
        ? `${name} isn't there: make a key by "npx remote-kit key", or set ${KEY_VARIABLE} to a key or its path.`
        : `${name} can't be read (${code}).`,
    );
  });
  return parseKey(pem, name);
}

function parseKey(pem: string, name: string): TeamKey {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch {
    throw new CommandFailed(2, `${name} holds no private key in PEM (PKCS#8).`);
  }
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new CommandFailed(2, `${name} holds no Ed25519 key: make one by "npx remote-kit key".`);
  return describeKey(privateKey);
}

function describeKey(privateKey: KeyObject): TeamKey {
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' }).x ?? '';
  const id = hash('sha256', Buffer.from(publicKey, 'base64url')).slice(0, 16);
  return { privateKey, publicKey, id };
}
