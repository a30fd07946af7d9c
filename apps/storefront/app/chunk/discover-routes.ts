import { useEffect } from 'react'
import { UNSAFE_createClientRoutes as createClientRoutes } from 'react-router'
import { loadChunk } from './load-chunk.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Replaces React Router's own "fog of war" file in the browser's build, which asks the server about every link on a
 * page. A page knows its own routes. The list of all routes is one file, which is loaded when the page is interactive.
 */
type Routes = Parameters<typeof createClientRoutes>[0]

interface Manifest {
  /** URL of the list of all routes. */
  url: string
  routes: Routes
}

type Patch = (parentId: string | null, children: ReturnType<typeof createClientRoutes>) => void

const load = (url: string) => import(/* @vite-ignore */ url)

/** The router calls this before it navigates to a path that may be unknown. */
export function getPatchRoutesOnNavigationFunction(
  _getRouter: unknown,
  manifest: Manifest,
  modules: Parameters<typeof createClientRoutes>[1],
  ssr: boolean,
  _discovery: unknown,
  isSpa: boolean,
) {
  // The server has already supplied the routes of the first page.
  const first = window.location.pathname
  let isWhole = false
  return async ({ path, patch }: { path: string; patch: Patch }) => {
    if (isWhole || path === first) return
    await loadChunk(() => load(manifest.url))
    if (isWhole) return
    isWhole = true
    const all = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest.routes
    const missing = Object.fromEntries(Object.entries(all).filter(([id]) => !manifest.routes[id]))
    Object.assign(manifest.routes, missing)
    const parents = new Set(Object.values(missing).map((route) => route?.parentId))
    for (const parent of parents) patch(parent ?? null, createClientRoutes(missing, modules, null, ssr, isSpa, parent))
  }
}

/** Fetches the list in idle time, so that the first navigation need not wait for it. */
export function useFogOFWarDiscovery(_router: unknown, { url }: Manifest): void {
  useEffect(() => whenIdle(() => void load(url).catch(() => {})), [url])
}

/** Only the server-side rendering of the document uses this, so never the browser. */
export const isFogOfWarEnabled = () => true
export const getPartialManifest = () => undefined
