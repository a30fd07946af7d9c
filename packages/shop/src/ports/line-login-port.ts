/** The user who logged in to LINE. */
export interface LineProfile {
  /** `U` and 32 hex digits; the same for all channels of one provider. */
  line_user_id: string
  display_name: string
  /** Is a friend of the official account that the channel is linked with, and has not blocked it. */
  is_friend: boolean
}

/** LINE Login: the part that the shop needs. */
export interface LineLoginPort {
  /**
   * The owner of the access token; null when it is unknown to LINE, expired or of another channel.
   * @throws when LINE does not respond
   */
  profile(access_token: string): Promise<LineProfile | null>
}
