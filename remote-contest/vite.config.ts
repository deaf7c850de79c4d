import { defineRemote } from '@fridge/remote-kit/vite';
import { defineConfig } from 'vite';
import { release } from './release.config.ts';
import { copy } from './src/copy.ts';

export default defineConfig(defineRemote(release, import.meta.dirname, copy, 'oneFile'));
