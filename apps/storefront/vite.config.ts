import { existsSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { targets } from './floor.ts'
import { inlineScriptPlugin } from './inline-script-plugin.ts'
import { keepPagePlugin } from './keep-page-plugin.ts'

// Few files instead of many: on a phone's line the number of requests counts too. What every page needs is in two files, the
// guard, which comes behind them, in a third; what several screens share is gathered by which of them do.
const groups = [
  {
    name: 'framework',
    test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router|zustand)\/|storefront\/app\/chunk\/load-|packages\/values\/src\/limits/,
  },
  {
    name: 'shop',
    test: /storefront\/app\/(chunk\/|shell\/(?!menu-|member-|end-)|state\/(keep-cart|register|link-token|purchase-kind|after-login)\.|line\/(browser-line|require-friend)|screens\/error-screen|press\/alive|guard\/load-guard|api|seo|analytics\/data-layer|ui\/(picture|heading)\.)/,
  },
  {
    // Small things of forms that public pages have too.
    name: 'fields',
    test: /storefront\/app\/(form\/(writing|errors)|line\/(use-press|line-mark)|ui\/(notice|field|text-field|password-field|select-field|skeleton))\.?/,
  },
  { name: 'guard', test: /storefront\/app\/guard\// },
  {
    // Home, the list and a product.
    name: 'goods',
    test: /storefront\/app\/(parts\/(product-card|article-card|percent-off)|ui\/(band|phrases|price|badge|pagination|paragraphs|any-link)|state\/use-answer|analytics\/ecommerce|screens\/products\/(use-own-prices|products-query|priced|stock-state|products\.))/,
  },
  {
    // What is bought and how: a product, the cart.
    name: 'buying',
    test: /storefront\/app\/(state\/cart-actions|parts\/(interval|yearly)|extensions\/(slot|registered)|ui\/(breadcrumb|quantity|bottom-bar|radio-)|screens\/products\/(gallery|axis-picker))|packages\/values\/src\/(variant|delivery-pattern)/,
  },
  {
    // What it comes to: the cart, the purchase, orders.
    name: 'sums',
    test: /storefront\/app\/(state\/use-quote|parts\/(amount-rows|item-price|empty-cart)|payment\/amazon\/amazon-checkout|ui\/rows)/,
  },
  { name: 'form', test: /node_modules\/(react-hook-form|@hookform|zod)\/|packages\/contract\/src\/form\// },
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
