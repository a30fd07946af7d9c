import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PictureStore } from '@kushi/shop/picture/picture-port'

/** Reads a picture by its URL for a page that contains it; null: the page has to name its URL. */
export type ReadPicture = (url: string) => Promise<Uint8Array | null>

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
