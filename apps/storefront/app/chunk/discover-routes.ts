import { useEffect } from 'react'
import { UNSAFE_createClientRoutes as createClientRoutes } from 'react-router'
import { loadChunk } from './load-chunk.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Stands in the browser's build for React Router's file of this task ("fog of war"), which asks the server about every link on a
 * page. A page knows its own routes; the list of all of them is one file, which comes when the page has answered.
 */
type Routes = Parameters<typeof createClientRoutes>[0]

interface Manifest {
  /** Where the list of all routes is. */
  url: string
  routes: Routes
}

type Patch = (parentId: string | null, children: ReturnType<typeof createClientRoutes>) => void

const load = (url: string) => import(/* @vite-ignore */ url)

/** What the router calls before it goes where it may not know the way. */
export function getPatchRoutesOnNavigationFunction(
  _getRouter: unknown,
  manifest: Manifest,
  modules: Parameters<typeof createClientRoutes>[1],
  ssr: boolean,
  _discovery: unknown,
  isSpa: boolean,
) {
  // The server has said where this page stands.
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

/** Fetches the list, so that the first press need not wait for it. */
export function useFogOFWarDiscovery(_router: unknown, { url }: Manifest): void {
  useEffect(() => whenIdle(() => void load(url).catch(() => {})), [url])
}

/** Asked only where the document is drawn, which is never here. */
export const isFogOfWarEnabled = () => true
export const getPartialManifest = () => undefined
