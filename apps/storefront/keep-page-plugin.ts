import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Files of React Router that ours replace in the browser's build. */
const ours = {
  '/routeModules.js': fileURLToPath(new URL('./app/chunk/load-route-module.ts', import.meta.url)),
  '/fog-of-war.js': fileURLToPath(new URL('./app/chunk/discover-routes.ts', import.meta.url)),
}

/** Replaces the way React Router finds and loads the code of a screen, in the browser's build: see `app/chunk/`. */
export function keepPagePlugin(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'kushi:keep-page',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      // Imports from the server and RSC parts are not in the final browser build, so they are not replaced.
      if (!importer?.includes('/react-router/dist/') || /\/(rsc|server-runtime)\//.test(importer)) return null
      const [name, own] = Object.entries(ours).find(([end]) => source.endsWith(end)) ?? []
      if (name) replaced.add(name)
      return own
    },
    buildEnd(error) {
      const missing = Object.keys(ours).filter((name) => !replaced.has(name))
      if (!error && missing.length > 0) this.error(`React Router has no ${missing.join(', ')} any more: see app/chunk`)
    },
  }
}
