/** Reads a picture by its URL. Returns null if it does not lie on the server's disk. */
export type ReadPicture = (url: string) => Promise<Uint8Array | null>

/** In bytes, of all pictures. A slow connection (1.6 Mbit/s) needs 80 ms for them, and the text waits as long. */
const MAX_BYTES = 16 * 1024

/** The pictures of one page, as base64, until it has enough of them. */
export function picturesInPage(readPicture: ReadPicture) {
  const known = new Map<string, Promise<string | null>>()
  let bytesLeft = MAX_BYTES
  async function readOnce(url: string): Promise<string | null> {
    const content = await readPicture(url)
    if (!content || content.length > bytesLeft) return null
    bytesLeft -= content.length
    return Buffer.from(content).toString('base64')
  }
  return {
    /** The same promise for the same URL, because React renders what has waited again. */
    read(url: string): Promise<string | null> {
      const found = known.get(url) ?? readOnce(url)
      known.set(url, found)
      return found
    },
  }
}
