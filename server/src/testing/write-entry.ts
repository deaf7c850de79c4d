import { updateRegistryFile } from '../registry/registry-file.ts';

/** A writer in a process of its own: `<registry> <name>` registers a remote by its fixed fields. */
const [path = '', name = ''] = process.argv.slice(2);
await updateRegistryFile(path, () => ({
  [name]: {
    enabled: true,
    title: name,
    description: '',
    routes: [`/${name}`],
    entry: 'http://localhost:4172/remoteEntry.js',
  },
}));
