import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PictureStore } from '@kushi/shop/ports/picture-port'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { ConfigError } from '../../config/env.ts'
import type { ApiFetch, PageClient, PageVisitState, RenderPage } from './pages.ts'

/** Reads a picture by its URL for a page that contains it; null: the page has to name its URL. */
type ReadPicture = (url: string) => Promise<Uint8Array | null>

/** The exports of the storefront's `entry.server` besides its handler: the only interface to the bundle. */
interface StorefrontEntry {
  createContextFor(
    api: ApiFetch,
    extra: { client: PageClient & PageVisitState; publicUrl: string; readPicture: ReadPicture },
  ): RouterContextProvider
}

/** Creates the function that renders pages with the storefront's build. */
export function makeRenderer(
  build: ServerBuild,
  mode: 'production' | 'development',
  readPicture: ReadPicture,
): RenderPage {
  const handler = createRequestHandler(build, mode)
  const bundle = build.entry.module as unknown as StorefrontEntry
  return (request, api, client, publicUrl) =>
    handler(request, bundle.createContextFor(api, { client, publicUrl, readPicture }))
}

/**
 * `pictures`: the folder of uploaded pictures; null: they are in a bucket.
 * @throws ConfigError if the storefront was not built
 */
export async function loadStorefront(folder: string, pictures: PictureStore | null): Promise<RenderPage> {
  const file = pathToFileURL(join(folder, 'server/index.js')).href
  const build = await import(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new ConfigError('The storefront is not built: run npm run build -w apps/storefront.')
  })
  return makeRenderer(build as ServerBuild, 'production', readPictures(join(folder, 'client/pictures'), pictures))
}

const own = /^\/sh\/pictures\/((?:large\/)?[\w-]+\.avif)$/
const uploaded = /^\/sh\/pictures\/(\d+\/(?:large\/)?[\w-]+\.avif)$/

/**
 * Reads pictures from this machine's disk: those of the build in `folder`, and those that a shop uploaded. `store` is
 * null if those are in a bucket, because a page does not wait for it.
 */
export function readPictures(folder: string, store: Pick<PictureStore, 'get'> | null): ReadPicture {
  return async (url) => {
    const [, file] = own.exec(url) ?? []
    const [, name] = uploaded.exec(url) ?? []
    try {
      if (file) return await readFile(join(folder, file))
      return name && store ? await store.get(name) : null
    } catch {
      // Missing or unreadable: the page must not fail with it.
      return null
    }
  }
}
