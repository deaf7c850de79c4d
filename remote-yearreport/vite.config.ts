import { defineRemote } from '@fridge/remote-kit/vite';
import { defineConfig } from 'vite';
import { release } from './release.config.ts';

export default defineConfig(defineRemote(release, import.meta.dirname));
