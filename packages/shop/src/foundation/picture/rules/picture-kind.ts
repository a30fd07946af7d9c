export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic'

const heic = ['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1']

/** Returns the kind of a file by its first bytes, whatever its name is; null if it is not a known kind. */
export function detectPictureKind(content: Uint8Array): PictureKind | null {
  const letters = (from: number, to: number) => String.fromCharCode(...content.subarray(from, to))
  if (content[0] === 0xff && content[1] === 0xd8 && content[2] === 0xff) return 'jpeg'
  if (letters(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (letters(0, 4) === 'RIFF' && letters(8, 12) === 'WEBP') return 'webp'
  if (letters(4, 8) !== 'ftyp') return null
  const brand = letters(8, 12)
  if (brand === 'avif' || letters(16, 64).includes('avif')) return 'avif'
  return heic.includes(brand) ? 'heic' : null
}
