import { cutText } from '@kushi/values/text'
import type { LineMessage } from '../../../ports/line-messaging-port.ts'

/** Maximum characters of the text in LINE's list of chats and notification. */
const AT_A_GLANCE = 400

/**
 * Builds a LINE message. `words`: the text for chat list and notification, after the shop's name; `parts`: of the
 * bubble.
 */
export const buildLineMessage = (
  shop_name: string,
  words: string,
  parts: { body: object; footer?: object },
): LineMessage => ({
  type: 'flex',
  altText: cutText(`${shop_name}: ${words}`, AT_A_GLANCE),
  contents: { type: 'bubble', ...parts },
})
