/** Who logged in to LINE. */
export interface LineProfile {
  /** `U` and 32 hex digits; the same for all channels of one provider. */
  line_user_id: string
  display_name: string
  /** Friend of the official account that the channel is linked with, and has not blocked it. */
  is_friend: boolean
}

/** LINE Login, as the shop needs it. */
export interface LineLoginPort {
  /**
   * Whose access token this is; null when LINE does not know it, its time is over or it is another channel's.
   * @throws when LINE does not answer
   */
  profile(access_token: string): Promise<LineProfile | null>
}
