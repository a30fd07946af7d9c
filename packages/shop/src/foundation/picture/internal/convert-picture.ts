import { PictureRefused } from '../../../ports/picture-port.ts'
import { invalidFields } from '../../../shop-error.ts'
import { detectPictureKind } from '../rules/picture-kind.ts'

const MAX_PIXELS = 50_000_000
const sentences = {
  unreadable: '写真を読み取れませんでした。壊れているかもしれません。',
  too_large: '写真が大きすぎます。5,000万画素までのものを選んでください。',
}

/**
 * Makes files of a picture; only of the known kinds, by its first bytes.
 * @throws ShopError 422 at this path if it is no picture, or can't be read
 */
export async function convertPicture<T>(
  path: string,
  content: Uint8Array,
  make: (mostPixels: number) => Promise<T>,
): Promise<T> {
  const refused = (message: string) => invalidFields([{ path, message_id: 'cmn-err-003', message }])
  const kind = detectPictureKind(content)
  if (kind === 'heic') throw refused('HEIC形式の写真は使えません。JPEGに変換してください。')
  if (kind === null) throw refused('写真ではありません。JPEG・PNG・WebP・AVIFのファイルを選んでください。')
  return make(MAX_PIXELS).catch((error: unknown) => {
    if (!(error instanceof PictureRefused)) throw error
    throw refused(sentences[error.reason])
  })
}
