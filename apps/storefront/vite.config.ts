import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { targets } from './browser-support.ts'
import { chunkGroups } from './chunks.ts'
import { inlineScriptPlugin } from './inline-script-plugin.ts'

export default defineConfig({
  base: '/sh/',
  plugins: [tailwindcss(), reactRouter(), inlineScriptPlugin()],
  // Workspace packages are TypeScript sources: they are bundled, not required.
  ssr: { noExternal: [/^@kushi\//] },
  define: {
    __HERO__: JSON.stringify(existsSync(new URL('./public/pictures/hero-1-800.avif', import.meta.url))),
  },
  // Listed here, because otherwise `npm run dev` would discover them at the first form and reload the page.
  optimizeDeps: {
    include: [
      '@base-ui/react/dialog',
      '@base-ui/react/tabs',
      '@hookform/resolvers/zod',
      '@mul-pay/mptoken-js',
      'dompurify',
      'react-hook-form',
      'zod/mini',
      'zustand',
      'zustand/vanilla',
    ],
  },
  build: {
    target: targets,
    cssTarget: targets,
    assetsInlineLimit: 0,
    // Every page has these two, so no code needs to ask for them beside a part that is loaded later.
    modulePreload: {
      resolveDependencies: (file, needed) => {
        const others = needed.filter((one) => one !== file && !/\/(shop|rolldown-runtime)-[^/]*$/.test(one))
        return others.length === 0 ? [] : [...others, file]
      },
    },
  },
  environments: {
    // The server inlines its styles into every page, so they are minified like the browser's.
    ssr: { build: { cssMinify: true } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } } } },
  },
})
