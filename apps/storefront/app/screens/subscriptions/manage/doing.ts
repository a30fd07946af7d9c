/** What a member is about to do with a subscription, in a dialog of its own. */
export type Doing = 'skip' | 'payment' | 'card' | 'pause' | 'cancel' | 'reopen'
