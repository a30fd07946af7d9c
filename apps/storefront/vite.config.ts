import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { targets } from './browser-support.ts'
import { inlineScriptPlugin } from './inline-script-plugin.ts'

// Few files instead of many, because on a mobile network the number of requests counts too. A public page has the entry,
// the list of routes, root, the layout, its own file and `shop`: the libraries, and what public pages have in common,
// named here by the files whose imports are of it.
const shop = [
  'api',
  'seo',
  'start',
  'chunk/when-idle',
  'extensions/slot',
  'form/(focus-error|writing)',
  'line/(line-mark|use-press)',
  'parts/(article-card|interval|percent-off|product-card)',
  'screens/load-error-screen',
  'screens/products/(added|axis-picker|chosen-way|priced|products|stock-state)',
  'script-mark',
  'shell/shell',
  'state/(after-login|buy-now|use-answer)',
  'ui/(badge|band|bottom-bar|notice|password-field|quantity|radio-cards|select-field|text-field)',
].join('|')
const groups = [
  {
    name: 'shop',
    test: new RegExp(
      `node_modules/(react|react-dom|scheduler|react-router|zustand)/|storefront/app/(${shop})\\.|values/src/(law-page|quantity-price)`,
    ),
    priority: 4,
  },
  // Loaded when a public page is interactive: the navigation guard, the menu, what acts on the cart, and お客様の声, which
  // are below the first view.
  {
    name: 'guard',
    test: /storefront\/app\/(chunk\/load-screen|guard\/enter|line\/invitation|parts\/voices|screens\/error-screen|shell\/menu-content|state\/cart-actions|ui\/toast-region)\./,
    priority: 3,
  },
  { name: 'cart', test: /storefront\/app\/screens\/cart\/cart-(notes|screen)\./, priority: 2 },
  { name: 'values', test: /packages\/values\//, priority: 2 },
  {
    name: 'form',
    test: /node_modules\/(react-hook-form|@hookform|zod)\/|packages\/contract\/src\/form\/|storefront\/app\/(form|payment)\//,
    priority: 1,
  },
  { name: 'member', test: /storefront\/app\/(parts|settle|shell|ui)/, minShareCount: 2 },
]

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
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
