import { defineConfig } from 'vite';
import { defineRemote } from '../../../vite/define-remote.ts';
import { release } from './release.config.ts';

export default defineConfig(defineRemote(release, import.meta.dirname));
