import { itemCodesText } from '@kushi/values/conversion/placeholders'
import type { ConversionFact } from '../../../ports/conversion-port.ts'
import { frameDocument, frameHosts, parseFrameTag } from '../rules/frame-tag.ts'
import type { ConversionDestinationRow } from './find-destination.ts'

/** Returns the document and its policy that a browser gets from this 送信先 for an order. A text: the error in the tag. */
export function buildAdFrame(
  { account_values }: Pick<ConversionDestinationRow, 'account_values'>,
  fact: ConversionFact,
) {
  const hosts = frameHosts(account_values.hosts ?? '')
  const parsed = parseFrameTag(account_values.tag ?? '', hosts)
  if (typeof parsed === 'string') return parsed
  return frameDocument(parsed, { ...fact, item_codes: itemCodesText(fact.items) }, hosts)
}
