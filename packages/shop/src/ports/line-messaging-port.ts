/** A Flex Message. `contents` is LINE's bubble. */
export interface LineMessage {
  type: 'flex'
  /** The text in LINE's list of chats and in the notification. */
  altText: string
  contents: object
}

/** LINE's Messaging API for the shop's official account. */
export interface LineMessagingPort {
  /** false: the user is not a friend or has blocked the account. LINE silently drops messages pushed to such a user. */
  isReachable(line_user_id: string): Promise<boolean>
  /**
   * Sends a message. LINE delivers it once per `retry_key` (a UUID), even if a response was lost. @throws when LINE
   * refuses it or does not respond
   */
  push(line_user_id: string, message: LineMessage, retry_key: string): Promise<void>
  /** Whether LINE's signature matches the raw body of a webhook. Compares in constant time. */
  isSigned(body: Uint8Array, signature: string): boolean
}
