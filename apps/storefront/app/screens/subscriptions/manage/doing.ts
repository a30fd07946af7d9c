/** The actions on a subscription that have their own dialog. */
export type Doing = 'skip' | 'payment' | 'card' | 'pause' | 'cancel' | 'reopen'
