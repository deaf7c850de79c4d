import { defineConfig } from 'vite';
import { defineRemote } from '../ops/src/remote-build/define-remote.ts';
import { release } from './release.config.ts';

export default defineConfig(defineRemote(release, import.meta.dirname));
