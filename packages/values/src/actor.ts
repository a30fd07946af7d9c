/** Who does something: somebody without a session, a member, one of the shop's people, a third party that calls us, or a job. */
export type ActorKind = 'guest' | 'member' | 'operator' | 'provider' | 'system'
