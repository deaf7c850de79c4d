import { defineConfig } from 'vite';
import { defineRemote } from '../../define-remote.ts';
import { release } from './release.config.ts';

export default defineConfig(defineRemote(release, import.meta.dirname));
