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
// four: `framework` and `shop` for every page, `goods` for home, list and product, and the page's own. The guard is
// loaded after them, with the code that acts on the cart; the cart, which waits for it, has it instead of `goods`. The
// entry of a screen whose code is in one of these groups is only a door (see `door-plugin.ts`).
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|scheduler|react-router|zustand)\/|storefront\/app\/chunk\/(load-|discover-|when-)|packages\/values\/src\/limits/,
  },
  {
    name: 'shop',
    test: /storefront\/app\/((root|start|floor)\.|chunk\/|shell\/(?!menu-|member-|end-|as-of-|acting-|own-|phone)|state\/(keep-cart|register|link-token|purchase-kind|after-login)\.|screens\/error-screen|guard\/load-guard|api|seo|ui\/(picture|heading|notice|button|field|speaking|select-field|skeleton|price|quantity|bottom-bar)\.|parts\/interval|state\/use-answer)|packages\/values\/src\/(product|price|delivery-pattern|calendar-date|date-format)/,
  },
  { name: 'guard', test: /storefront\/app\/(guard\/|line\/browser-line|state\/cart-actions|analytics\/ecommerce)/ },
  { name: 'auth', test: /storefront\/app\/state\/(auth|purchase-draft|form-draft|amazon-payment)\./ },
  {
    // The form of the login. Forms with more rules also load `form`.
    name: 'fields',
    test: /storefront\/app\/(ui\/(text-field|password-field)\.|form\/(writing|focus-error)|line\/(use-press|line-mark))/,
  },
  {
    // Home, the list and a product.
    name: 'goods',
    test: /storefront\/app\/(parts\/(product-card|own-prices|moved-picture|article-card|voices|percent-off)|ui\/(band|rich-text|badge|breadcrumb)\.|analytics\/count-later|extensions\/(slot|registered)|screens\/products\/(use-own-prices|priced|stock-state))|packages\/values\/src\/voice/,
  },
  {
    name: 'list',
    test: /storefront\/app\/(screens\/products\/(products|product-list|products-query|product-filter)\.|ui\/pagination)/,
  },
  { name: 'product', test: /storefront\/app\/(screens\/products\/(product-detail|gallery|axis-picker)\.|ui\/radio-)/ },
  {
    name: 'cart',
    test: /storefront\/app\/(screens\/cart\/cart\.|state\/use-quote|parts\/(item-price|empty-cart)|ui\/tabs\.)/,
  },
  {
    // The sums, which the purchase and the orders also show. The cart loads them with its quote.
    name: 'sums',
    test: /storefront\/app\/(screens\/cart\/cart-summary|parts\/amount-rows|payment\/(use-payment-methods|amazon\/amazon-checkout)|ui\/rows\.)/,
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
