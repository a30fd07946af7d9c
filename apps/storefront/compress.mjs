/** Packs the built files once, so that the server never does it while somebody waits. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const pack = promisify(brotliCompress)
const folder = join(import.meta.dirname, 'build/client')
const packable = new Set(['.js', '.css', '.svg', '.json', '.txt'])

for (const name of await readdir(folder, { recursive: true })) {
  if (!packable.has(extname(name))) continue
  const plain = await readFile(join(folder, name))
  const packed = await pack(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  if (packed.length < plain.length) await writeFile(join(folder, `${name}.br`), packed)
}
