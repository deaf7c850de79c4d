import { standAlonePage } from '@fridge/remote-kit/stand-alone';
import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig(standAlonePage(join(import.meta.dirname, '..')));
