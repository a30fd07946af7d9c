interface Facts {
  isConfigured: boolean
  /** To LINE. */
  isLoggedIn: boolean
  isFriend: boolean
  /** null: a guest. */
  member: { isLinked: boolean; isFriend: boolean } | null
}

/** What stands between a customer and a purchase where friendship is required, one after the other. */
export type SubscribeState = 'no_line' | 'log_in' | 'add' | 'link' | 'done'

export function subscribeState({ isConfigured, isLoggedIn, isFriend, member }: Facts): SubscribeState {
  if (!isConfigured) return 'no_line'
  // Known from the last time: no need to log in to LINE again.
  if (member?.isLinked && member.isFriend && (!isLoggedIn || isFriend)) return 'done'
  if (!isLoggedIn) return 'log_in'
  if (!isFriend) return 'add'
  return member && !member.isLinked ? 'link' : 'done'
}
