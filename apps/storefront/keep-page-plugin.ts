import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('./app/chunk/load-route-module.ts', import.meta.url))

/** In the browser's build, how React Router loads the code of a screen is ours: see `app/chunk/load-route-module.ts`. */
export function keepPagePlugin(): Plugin {
  let isReplaced = false
  return {
    name: 'kushi:keep-page',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!source.endsWith('/routeModules.js') || !importer?.includes('/react-router/dist/')) return null
      isReplaced = true
      return ours
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('React Router has no routeModules.js any more: see app/chunk')
    },
  }
}
