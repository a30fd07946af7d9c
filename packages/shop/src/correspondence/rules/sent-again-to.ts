interface Sent {
  kind: string
  order_id: number | null
  subscription_id: number | null
  payload: unknown
}

/**
 * Where a mail goes that is sent again after its member changed their address. Mail about an order or a subscription is for the
 * member, wherever they read their mail now; other mail is for the address that it was written to: an answer, a notice to
 * the address that was. null: there is one address only, or none.
 */
export function sentAgainTo({ kind, order_id, subscription_id, payload }: Sent, email: string | null) {
  const { to } = payload as { to?: string }
  if (kind !== 'mail' || !to || !email || to.toLowerCase() === email.toLowerCase()) return null
  return order_id !== null || subscription_id !== null ? 'present_address' : 'former_address'
}
