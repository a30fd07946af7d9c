/** Compresses the built files once, so that the server never compresses during a request. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const pack = promisify(brotliCompress)
const build = join(import.meta.dirname, 'build/client')
const packable = new Set(['.js', '.css', '.svg', '.json', '.txt'])

for (const name of await readdir(build, { recursive: true })) {
  if (!packable.has(extname(name))) continue
  const plain = await readFile(join(build, name))
  const packed = await pack(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  if (packed.length < plain.length) await writeFile(join(build, `${name}.br`), packed)
}
