import type { ActorKind } from '@kushi/values/actor'

/** Who does something, as the rows of events have it; it comes with the context, and a row takes it whole. */
export interface Actor {
  actor_kind: ActorKind
  /** Of the member or the operator; null: nobody in particular, or an operator on the command line who gave no name. */
  actor_id: number | null
  /** As it was on that day. A member's name stays with the member, where it can be erased. */
  actor_name: string
}

export const guestActor: Actor = { actor_kind: 'guest', actor_id: null, actor_name: '' }

export const memberActor = (customer_id: number): Actor => ({
  ...{ actor_kind: 'member', actor_id: customer_id, actor_name: '' },
})

export const operatorActor = ({ id, name }: { id: number | null; name: string }): Actor => ({
  ...{ actor_kind: 'operator', actor_id: id, actor_name: name },
})

/** A third party that tells us something: `GMO`, `LINE`. */
export const providerActor = (name: string): Actor => ({ actor_kind: 'provider', actor_id: null, actor_name: name })

/** A job, by its name. */
export const systemActor = (name: string): Actor => ({ actor_kind: 'system', actor_id: null, actor_name: name })

/** The same context in the name of a member who has proved who they are: by a password, a link in a mail, a key of ours. */
export const asMember = <C extends { actor: Actor }>(ctx: C, customer_id: number): C => ({
  ...ctx,
  actor: memberActor(customer_id),
})

/** Who it was, for the shop's own people. */
export function actorText({ actor_kind, actor_name }: Pick<Actor, 'actor_kind' | 'actor_name'>): string {
  if (actor_kind === 'guest' || actor_kind === 'member') return 'お客様'
  return actor_kind === 'system' ? '自動' : actor_name
}
