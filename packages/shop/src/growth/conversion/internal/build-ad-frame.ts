import { itemCodesText } from '@kushi/values/conversion/placeholders'
import type { ConversionFact } from '../../../ports/conversion-port.ts'
import { frameDocument, frameHosts, parseFrameTag } from '../rules/frame-tag.ts'
import type { ConversionDestinationRow } from './find-destination.ts'

/** What a browser gets of this 送信先 for an order: the document and its policy; a text: what is wrong with the tag. */
export function buildAdFrame(
  { account_values }: Pick<ConversionDestinationRow, 'account_values'>,
  fact: ConversionFact,
) {
  const hosts = frameHosts(account_values.hosts ?? '')
  const parsed = parseFrameTag(account_values.tag ?? '', hosts)
  if (typeof parsed === 'string') return parsed
  return frameDocument(parsed, { ...fact, item_codes: itemCodesText(fact.items) }, hosts)
}
