import type { ActorKind } from '@kushi/values/actor'

/** Who does something, as stored in event rows. It is part of the context, and a row copies it whole. */
export interface Actor {
  actor_kind: ActorKind
  /**
   * Id of the member or the operator; null: a guest, provider or job, or an operator on the command line who gave no
   * name.
   */
  actor_id: number | null
  /** The name at that time. Empty for a member, whose name stays in the member's row, where it can be erased. */
  actor_name: string
}

export const guestActor: Actor = { actor_kind: 'guest', actor_id: null, actor_name: '' }

export const memberActor = (customer_id: number): Actor => ({
  actor_kind: 'member',
  actor_id: customer_id,
  actor_name: '',
})

export const operatorActor = ({ id, name }: { id: number | null; name: string }): Actor => ({
  actor_kind: 'operator',
  actor_id: id,
  actor_name: name,
})

/** A third party that notifies us: `GMO`, `LINE`. */
export const providerActor = (name: string): Actor => ({ actor_kind: 'provider', actor_id: null, actor_name: name })

/** The actor for a job, by its name. */
export const systemActor = (name: string): Actor => ({ actor_kind: 'system', actor_id: null, actor_name: name })

/**
 * The same context with a member as the actor, who has proved their identity by a password, a link in a mail or one of
 * our keys.
 */
export const withMemberActor = <C extends { actor: Actor }>(ctx: C, customer_id: number): C => ({
  ...ctx,
  actor: memberActor(customer_id),
})

/** The actor in words, for the shop's operators. */
export function actorText({ actor_kind, actor_name }: Pick<Actor, 'actor_kind' | 'actor_name'>): string {
  if (actor_kind === 'guest' || actor_kind === 'member') return 'お客様'
  return actor_kind === 'system' ? '自動' : actor_name
}
