/**
 * Who performs an action: a visitor without a session, a member, an operator, a third party that calls us, or a job.
 */
export type ActorKind = 'guest' | 'member' | 'operator' | 'provider' | 'system'
