/** Compresses the built files once, so that the server never compresses during a request. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const pack = promisify(brotliCompress)
const build = join(import.meta.dirname, 'build/client')
const packable = new Set(['.js', '.css', '.svg', '.json', '.txt'])

/**
 * Shrinks the list of all screens, which every page loads: removes false values and the imports of each screen. The
 * pages from the server contain the imports; after a navigation the browser finds them by itself.
 */
async function shrinkManifest() {
  const folder = join(build, 'assets')
  const file = join(
    folder,
    (await readdir(folder)).find((name) => /^manifest-\w+\.js$/.test(name)),
  )
  const [, json] = /^window\.__reactRouterManifest=(.*?);?$/s.exec(await readFile(file, 'utf8'))
  const manifest = JSON.parse(json)
  for (const route of Object.values(manifest.routes)) {
    delete route.imports
    for (const [name, value] of Object.entries(route)) if (value === false) delete route[name]
  }
  await writeFile(file, `window.__reactRouterManifest=${JSON.stringify(manifest)}`)
}
await shrinkManifest()

for (const name of await readdir(build, { recursive: true })) {
  if (!packable.has(extname(name))) continue
  const plain = await readFile(join(build, name))
  const packed = await pack(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  if (packed.length < plain.length) await writeFile(join(build, `${name}.br`), packed)
}
