import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FIRST_SCREEN_ID, HOST_SHELLS_FILE, type HostShells, hostShellsSchema } from '@fridge/shared-contracts/page';
import { usedStyles } from '@fridge/remote-kit/used-styles';
import * as v from 'valibot';
import { build, type Plugin, type PluginOption } from 'vite';

const drawnSchema = v.omit(hostShellsSchema, ['styles']);

/** The page's own rules are for remotes' markup too, and for messages. */
const anything = [
  '<h1 tabindex="-1"></h1><h2></h2><h3></h3><p></p><li></li><button></button><img/><svg></svg><noscript></noscript>',
  `<div id="${FIRST_SCREEN_ID}"></div><div id="root"></div><p class="boot-message"></p>`,
];

/**
 * Draws what the origin puts into the page before any code, and picks the styles that it needs (`HostShells`).
 * @param plugins by which modules become the same as in the page
 */
export function writeShells(plugins: () => PluginOption[]): Plugin {
  return {
    name: 'write-shells',
    apply: 'build',
    async buildStart() {
      const { shells, css } = await drawInNode(plugins());
      const stylesFor = (markups: readonly string[]) => usedStyles(css, markups, `[id="${FIRST_SCREEN_ID}"]`);
      const frames = Object.values(shells.frames);
      const ofFrames = stylesFor(frames);
      // Those of the frames again: rules of a button that come later would win over the header's.
      for (const [name, page] of Object.entries(shells.pages)) {
        const cards = name === 'hall' ? Object.values(shells.cards) : [];
        page.styles = stylesFor([...frames, ...page.markup, ...cards]);
      }
      shells.notice.styles = stylesFor([`<header>${shells.notice.markup}</header>`]);
      const sources = await Promise.all(
        ['../shared-ui/src/skins/skins.css', 'src/shell/document.css', 'src/shell/first-paint.css'].map((file) =>
          readFile(join(import.meta.dirname, file), 'utf8'),
        ),
      );
      const stylesOf = (skin: number) => usedStyles(ofSkin(sources.join('\n'), skin), anything, '') + ofFrames;
      const written: HostShells = { ...shells, styles: [stylesOf(0), stylesOf(1), stylesOf(2)] };
      this.emitFile({ type: 'asset', fileName: HOST_SHELLS_FILE, source: JSON.stringify(written) });
    },
  };
}

async function drawInNode(
  plugins: PluginOption[],
): Promise<{ shells: v.InferOutput<typeof drawnSchema>; css: string }> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins,
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: join(import.meta.dirname, 'draw-shells.tsx'),
      ssrEmitAssets: true,
      cssCodeSplit: false,
      assetsInlineLimit: 1024,
    },
  });
  const [built] = [result].flat();
  if (!built || !('output' in built)) throw new Error('draw-shells.tsx has no output.');
  const css = built.output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
  );
  // A process of its own: the bundler reads this file by a runner that is gone when it builds.
  const script = `${built.output[0].code};process.stdout.write(JSON.stringify(drawShells()))`;
  const drawn = execFileSync(process.execPath, ['--input-type=module'], { input: script, maxBuffer: 16 * 1024 * 1024 });
  return { shells: v.parse(drawnSchema, JSON.parse(drawn.toString())), css: css.join('\n') };
}

const ofSkin = (css: string, skin: number): string =>
  css.replace(/:root\[data-skin='(\d)'\] \{[^}]*\}/g, (rule, of: string) => (of === String(skin) ? rule : ''));
