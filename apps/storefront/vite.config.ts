import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { targets } from './floor.ts'
import { inlineScriptPlugin } from './inline-script-plugin.ts'
import { keepPagePlugin } from './keep-page-plugin.ts'

// What every page needs, in two files instead of two dozen: on a phone's line the number of requests counts too.
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|zustand)\/|storefront\/app\/chunk\/load-|packages\/values\/src\/limits/,
  },
  {
    name: 'shop',
    test: /storefront\/app\/(chunk|shell\/(?!menu-|member-)|guard|state\/(?!cart-actions|ad-codes|purchase-|order-key|form-draft|use-|after-login)|(?!entry|master-data)[^/]+\.tsx?$)|packages\/contract\/src\/(client|init-crypto)/,
  },
]

export default defineConfig({
  base: '/sh/',
  plugins: [tailwindcss(), reactRouter(), keepPagePlugin(), inlineScriptPlugin()],
  // Workspace packages are TypeScript sources: they are bundled, not required.
  ssr: { noExternal: [/^@kushi\//] },
  define: {
    __HERO__: JSON.stringify(existsSync(new URL('./public/pictures/hero-1-800.avif', import.meta.url))),
  },
  // Named here, because `npm run dev` would find them at the first form and load the page anew under its visitor.
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
  build: { target: targets, cssTarget: targets, assetsInlineLimit: 0 },
  environments: {
    // The server's styles go into every page: they are made small like the browser's.
    ssr: { build: { cssMinify: true } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
