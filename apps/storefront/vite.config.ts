import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { doorPlugin } from './door-plugin.ts'
import { targets } from './floor.ts'
import { inlineScriptPlugin } from './inline-script-plugin.ts'
import { keepPagePlugin } from './keep-page-plugin.ts'
import { leanPlugin } from './lean/lean-plugin.ts'
import { oneRuntimePlugin } from './one-runtime-plugin.ts'

// Few files instead of many, because on a mobile network the number of requests counts too. A public page has at most
// four: `framework` and `shop` for every page, `goods` for the product pages, and the page's own. The guard is loaded
// after them. The entry of a screen whose code is in one of these groups is only a door (see `door-plugin.ts`).
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|zustand)\/|storefront\/app\/chunk\/(load-|discover-|when-)|packages\/values\/src\/limits/,
  },
  {
    name: 'shop',
    test: /storefront\/app\/((root|start|floor)\.|chunk\/|shell\/(?!menu-|member-|end-)|state\/(keep-cart|press-key|register|link-token|purchase-kind|after-login)\.|line\/(browser-line|require-friend)|screens\/error-screen|guard\/load-guard|api|seo|analytics\/data-layer|ui\/(picture|heading|notice|button|field|text-field|password-field|select-field|skeleton)\.|form\/(writing|errors)|line\/(use-press|line-mark))|packages\/values\/src\/product/,
  },
  { name: 'guard', test: /storefront\/app\/guard\// },
  {
    // Home, the list, a product and the cart.
    name: 'goods',
    test: /storefront\/app\/(parts\/(product-card|moved-picture|article-card|percent-off|interval|yearly)|ui\/(band|rich-text|price|badge|quantity|bottom-bar|breadcrumb)\.|state\/(use-answer|cart-actions)|extensions\/(slot|registered)|analytics\/ecommerce|screens\/products\/(use-own-prices|priced|stock-state))|packages\/values\/src\/(price|delivery-pattern)/,
  },
  {
    name: 'list',
    test: /storefront\/app\/(screens\/products\/(products|product-list|products-query|product-filter)\.|ui\/pagination)/,
  },
  { name: 'product', test: /storefront\/app\/(screens\/products\/(product-detail|gallery|axis-picker)\.|ui\/radio-)/ },
  {
    // Includes the sums, which the purchase and the orders also show.
    name: 'cart',
    test: /storefront\/app\/(screens\/cart\/cart\.|state\/use-quote|parts\/(amount-rows|item-price|empty-cart)|payment\/amazon\/amazon-checkout|ui\/(rows|tabs)\.)/,
  },
  { name: 'form', test: /node_modules\/(react-hook-form|@hookform|zod)\/|packages\/contract\/src\/form\// },
]

export default defineConfig({
  base: '/sh/',
  plugins: [
    tailwindcss(),
    reactRouter(),
    keepPagePlugin(),
    leanPlugin(),
    oneRuntimePlugin(),
    doorPlugin(),
    inlineScriptPlugin(),
  ],
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
  // One stylesheet, not tied to a code file. Otherwise each later code file would request styles that the page has.
  build: { target: targets, cssTarget: targets, assetsInlineLimit: 0, cssCodeSplit: false },
  environments: {
    // The server inlines its styles into every page, so they are minified like the browser's.
    ssr: { build: { cssMinify: true } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
  },
})
