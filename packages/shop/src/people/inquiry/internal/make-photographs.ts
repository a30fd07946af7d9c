import { INQUIRY_PHOTOGRAPHS } from '@kushi/values/limits'
import { message } from '@kushi/values/message'
import type { Context } from '../../../context.ts'
import { makeOfPicture } from '../../../foundation/picture/index.ts'
import { invalidFields } from '../../../shop-error.ts'

const { most_mb } = INQUIRY_PHOTOGRAPHS

/**
 * 写真 with an inquiry: checks their size together and the type of each by its content, and makes new files of them, so
 * that nothing else that a file carries (place, name, code) is kept.
 * @throws ShopError 422 with the message 010 or the photograph's own
 */
export async function makePhotographs({ ports }: Context, photographs: readonly Buffer[]) {
  const bytes = photographs.reduce((sum, { length }) => sum + length, 0)
  if (bytes > most_mb * 1024 * 1024)
    throw invalidFields([{ path: 'photographs', message_id: 'cmn-err-010', message: message('cmn-err-010', most_mb) }])
  const made = []
  for (const [n, content] of photographs.entries()) {
    const { content: jpeg, ...size } = await makeOfPicture(`photographs.${n}.content`, content, (pixels) =>
      ports.picture_maker.photograph(content, pixels),
    )
    made.push({ ...size, content: Buffer.from(jpeg) })
  }
  return made
}
