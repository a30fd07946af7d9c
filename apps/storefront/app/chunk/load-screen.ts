import { matchPath } from 'react-router'
import { routeTable } from '../route-table.ts'
import { needsFullLoad } from './chunk-failure.ts'
import { loadChunk } from './load-chunk.ts'

let files: Promise<Record<string, string>> | undefined

/** The files of the version that this page belongs to, if it is asked for while the page is new. */
export function screenFiles(): Promise<Record<string, string>> {
  files ??= fetch('/sh/screens.json').then((answer) => answer.json())
  files.catch(() => {
    files = undefined
  })
  return files
}

/**
 * Loads the code of the screen at `url` before the router does. The router reloads the page if it can't, which loses the
 * form when the network is down; `loadChunk` keeps the page and shows a notice.
 */
export async function loadScreen(url: URL): Promise<void> {
  if (needsFullLoad(url)) {
    location.assign(url)
    return new Promise(() => {})
  }
  const pathname = url.pathname.slice('/sh'.length) || '/'
  const route = routeTable.find(({ path }) => matchPath(path, pathname))
  await loadChunk(async () => {
    const file = route && (await screenFiles())[route.id]
    // A screen that the list does not have is left to the router.
    if (file) await import(/* @vite-ignore */ file)
  })
}
