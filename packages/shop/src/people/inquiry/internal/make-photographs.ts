import { INQUIRY_PHOTOGRAPH_LIMITS } from '@kushi/values/limits'
import { fieldRuleMessage } from '@kushi/values/message'
import type { Context } from '../../../context.ts'
import { convertPicture } from '../../../foundation/picture/index.ts'
import { invalidFields } from '../../../shop-error.ts'

const { most_mb } = INQUIRY_PHOTOGRAPH_LIMITS

/**
 * Checks the photographs (写真) of an inquiry and converts them to new files, so that no metadata (place, name, code) is
 * kept. Checks the total size, and each type by its content.
 * @throws ShopError 422 with the message 010 or the photograph's own
 */
export async function convertInquiryPhotographs({ ports }: Context, photographs: readonly Buffer[]) {
  const bytes = photographs.reduce((sum, { length }) => sum + length, 0)
  if (bytes > most_mb * 1024 * 1024)
    throw invalidFields([
      { path: 'photographs', message_id: 'cmn-err-010', message: fieldRuleMessage('cmn-err-010', most_mb) },
    ])
  const made = []
  for (const [n, content] of photographs.entries()) {
    const { content: jpeg, ...size } = await convertPicture(`photographs.${n}.content`, content, (pixels) =>
      ports.picture_maker.photograph(content, pixels),
    )
    made.push({ ...size, content: Buffer.from(jpeg) })
  }
  return made
}
