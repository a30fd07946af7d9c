interface SentMessage {
  kind: string
  order_id: number | null
  subscription_id: number | null
  payload: unknown
}

/**
 * Returns the address for sending a mail again after its member changed their address. Mail about an order or a
 * subscription goes to the current address. Other mail goes to the original one, for example a reply or a notice to the
 * former address. null when there is only one address, or none.
 */
export function resendAddress({ kind, order_id, subscription_id, payload }: SentMessage, email: string | null) {
  const { to } = payload as { to?: string }
  if (kind !== 'mail' || !to || !email || to.toLowerCase() === email.toLowerCase()) return null
  return order_id !== null || subscription_id !== null ? 'present_address' : 'former_address'
}
