interface Facts {
  isConfigured: boolean
  /** Logged in to LINE. */
  isLoggedIn: boolean
  isFriend: boolean
  /** null: a guest. */
  member: { isLinked: boolean; isFriend: boolean } | null
}

/** The next step before a purchase in a shop that requires a LINE friend. */
export type SubscribeState = 'no_line' | 'log_in' | 'add' | 'link' | 'done'

export function subscribeState({ isConfigured, isLoggedIn, isFriend, member }: Facts): SubscribeState {
  if (!isConfigured) return 'no_line'
  // The server already knows the friend, so no login to LINE is needed.
  if (member?.isLinked && member.isFriend && (!isLoggedIn || isFriend)) return 'done'
  if (!isLoggedIn) return 'log_in'
  if (!isFriend) return 'add'
  return member && !member.isLinked ? 'link' : 'done'
}
