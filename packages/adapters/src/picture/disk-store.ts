import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PictureStore } from '@kushi/shop/ports/picture-port'

/** Pictures in a folder of this machine. A file appears under its name only when it is complete. */
export function diskStore(folder: string): PictureStore {
  const pathOf = (name: string) => {
    if (!/^\d+\/(large\/)?[\w-]+\.\w+$/.test(name)) throw new Error(`no name of a picture: ${name}`)
    return join(folder, name)
  }
  return {
    async put(name, { content }) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true })
      const draft = `${path}.${randomUUID()}`
      await writeFile(draft, content)
      await rename(draft, path)
    },
    get: (name) =>
      readFile(pathOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}
