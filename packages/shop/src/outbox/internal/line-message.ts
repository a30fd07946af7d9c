import { cutText } from '@kushi/values/cut-text'
import type { LineMessage } from '../line-messaging-port.ts'

/** LINE takes so many characters for the list of chats and the notification. */
const AT_A_GLANCE = 400

/** What a shop says over LINE. `words`: at a glance, after its name; `parts`: of the bubble. */
export const lineMessage = (
  shop_name: string,
  words: string,
  parts: { body: object; footer?: object },
): LineMessage => ({
  type: 'flex',
  altText: cutText(`${shop_name}: ${words}`, AT_A_GLANCE),
  contents: { type: 'bubble', ...parts },
})
