import { writeFile } from 'node:fs/promises';

/** The names of a network's machines, in the hosts file of each machine and visitor. */
export function createHostsFiles() {
  let names: readonly { name: string; address: string }[] = [];
  const files: string[] = [];
  const write = async (file: string) => {
    const lines = names.map(({ name, address }) => `${address} ${name}`);
    await writeFile(file, ['127.0.0.1 localhost', '::1 localhost', ...lines, ''].join('\n'));
  };
  // One after another, so that machines that boot at once don't overwrite the longer list with the shorter one.
  let writing: Promise<unknown> = Promise.resolve();
  const writeAll = () => (writing = writing.then(() => Promise.all(files.map(write))));
  return {
    /** Written with the next file or name. */
    add(name: string, address: string): void {
      names = [...names, { name, address }];
    },
    async addFile(file: string): Promise<void> {
      files.push(file);
      await writeAll();
    },
    /** In place of what the name led to before. */
    async set(name: string, addresses: readonly string[]): Promise<void> {
      names = [...names.filter((each) => each.name !== name), ...addresses.map((address) => ({ name, address }))];
      await writeAll();
    },
  };
}
