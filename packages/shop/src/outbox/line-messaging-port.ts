/** A message with a card of its own (Flex Message). `contents` is LINE's bubble. */
export interface LineMessage {
  type: 'flex'
  /** What the list of chats and a notification show. */
  altText: string
  contents: object
}

/** The official account's own side of LINE (Messaging API), as the shop needs it. */
export interface LineMessagingPort {
  /** false: no friend, or one that blocked the account; what is pushed to them is lost without a word. */
  isReachable(line_user_id: string): Promise<boolean>
  /** The same `retry_key` (a UUID) is one message, whatever answer got lost. @throws when LINE refuses or doesn't answer */
  push(line_user_id: string, message: LineMessage, retry_key: string): Promise<void>
  /** Whether a webhook's raw body carries LINE's signature; in constant time. */
  isSigned(body: Uint8Array, signature: string): boolean
}
