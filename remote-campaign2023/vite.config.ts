import { defineConfig } from 'vite';
import { defineRemote } from '@fridge/remote-kit/vite';
import { release } from './release.config.ts';

export default defineConfig(defineRemote(release, import.meta.dirname, 'oneFile'));
