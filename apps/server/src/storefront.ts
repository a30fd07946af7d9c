import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PictureStore } from '@kushi/shop/picture/picture-port'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import { ConfigError } from './env.ts'
import type { FetchLike, OfVisit, PageClient, RenderPage } from './http/pages.ts'
import { type ReadPicture, readPictures } from './http/read-pictures.ts'

/** The exports of the storefront's `entry.server` besides its handler: the only interface to the bundle. */
interface Door {
  createContextFor(
    api: FetchLike,
    extra: { client: PageClient & OfVisit; publicUrl: string; readPicture: ReadPicture },
  ): RouterContextProvider
}

export function renderer(build: ServerBuild, mode: 'production' | 'development', readPicture: ReadPicture): RenderPage {
  const handler = createRequestHandler(build, mode)
  const door = build.entry.module as unknown as Door
  return (request, api, client, publicUrl) =>
    handler(request, door.createContextFor(api, { client, publicUrl, readPicture }))
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
  return renderer(build as ServerBuild, 'production', readPictures(join(folder, 'client/pictures'), pictures))
}
