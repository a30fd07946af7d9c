import { routeTable } from './app/route-table.ts'

interface Module {
  isEntry: boolean
  importers: readonly string[]
  dynamicImporters: readonly string[]
  importedIds: readonly string[]
}

/** What the bundler knows of all modules. */
export interface ModuleGraph {
  getModuleInfo(id: string): Module | null
}

const EVERY_PAGE = /\/app\/(entry\.client|root|shell\/shop-layout)\.tsx/
const AFTERWARDS = /\/app\/chunk\/later\.ts/
const FORM_LIBRARY = /\/node_modules\/(react-hook-form|@hookform|zod)\//

/** Two screens share a file of their own; what three need is in a file of many. */
const MANY = 3

/** The screens that a visit begins with, by the ends of their files. */
const firstScreens = routeTable
  .filter(({ access, screen }) => access === 'open' && /^(home|products|cart|contents|journal|login)\//.test(screen))
  .map(({ screen }) => `/app/screens/${screen}.tsx`)

const nameOf = (screen: string) => screen.replace(/.*\/|\.tsx$/g, '')

/** The modules reached from one by following `next`, itself included. */
function reach(id: string, next: (id: string) => readonly string[] | undefined): string[] {
  const seen = new Set([id])
  for (const one of seen) for (const other of next(one) ?? []) seen.add(other)
  return [...seen]
}

/** The screens, and the parts loaded on their own, that import a module. */
function usersOf(id: string, graph: ModuleGraph): string[] {
  const importing = reach(id, (one) => graph.getModuleInfo(one)?.importers).filter((one) => {
    const info = graph.getModuleInfo(one)
    return info !== null && (info.isEntry || info.dynamicImporters.length > 0)
  })
  return [...new Set(importing.map((one) => one.replace(/\?.*$/, '')))]
}

/** The first screen that alone loads this part, once it can be used. */
function loadedBy(part: string, graph: ModuleGraph): string | undefined {
  const users = graph.getModuleInfo(part)?.dynamicImporters.flatMap((one) => usersOf(one, graph)) ?? []
  const [only, ...others] = new Set(
    users.map((one) => firstScreens.find((screen) => one.endsWith(screen)) ?? loadedBy(one, graph)),
  )
  return others.length === 0 ? only : undefined
}

/**
 * The file that a module is loaded with, told by who imports it; a module of one screen is in the screen's own file.
 *
 * - `shop`: what every page needs before it can be used, or two first screens.
 * - `of-…`: what one first screen shares with others. `later-…`: what its own later parts share.
 * - `later`: what every page loads when it can be used.
 * - `member`, `form`: what other screens share, without and with the library of forms.
 */
export function chunkOf(id: string, graph: ModuleGraph): string | null {
  const users = usersOf(id, graph)
  if (users.some((one) => EVERY_PAGE.test(one))) return 'shop'
  if (users.length < 2) return null
  const first = firstScreens.filter((screen) => users.some((one) => one.endsWith(screen)))
  if (first.length > 0) return first.length > 1 ? 'shop' : `of-${nameOf(first[0]!)}`
  if (users.some((one) => AFTERWARDS.test(one))) return 'later'
  const pages = new Set(users.map((one) => loadedBy(one, graph)).filter((one) => one && !one.includes('/login/')))
  const [page, ...others] = pages
  if (page) return others.length > 0 ? 'later' : `later-${nameOf(page)}`
  if (users.length < MANY) return null
  const needed = reach(id, (one) => graph.getModuleInfo(one)?.importedIds)
  return needed.some((one) => FORM_LIBRARY.test(one)) ? 'form' : 'member'
}

/** The kinds of files, those first whose modules others need. */
const kinds = [/^shop$/, /^of-/, /^later$/, /^later-/, /^member$/, /^form$/]

/** For the bundler's `codeSplitting`, which asks each group of each module. */
export function chunkGroups() {
  const known = new Map<string, string | null>()
  return kinds.map((kind, n) => ({
    debugName: kind.source,
    priority: kinds.length - n,
    name: (id: string, graph: ModuleGraph) => {
      if (!known.has(id)) known.set(id, chunkOf(id, graph))
      const chunk = known.get(id)
      return chunk && kind.test(chunk) ? chunk : null
    },
  }))
}
