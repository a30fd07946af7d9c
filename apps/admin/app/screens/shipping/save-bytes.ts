import type { Base64File } from '@kushi/contract/admin/shipping'
import type { z } from 'zod'

type Bytes = z.infer<typeof Base64File>

const blobOf = ({ type, content }: Bytes) =>
  new Blob([Uint8Array.from(atob(content), (character) => character.charCodeAt(0))], { type })

/** Downloads a file, byte for byte. */
export function downloadBytes(file: Bytes): void {
  const url = URL.createObjectURL(blobOf(file))
  const link = document.createElement('a')
  Object.assign(link, { href: url, download: file.file_name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
