/** An event of LINE's webhook: the fields that the shop uses. */
export interface LineWebhookEvent {
  webhook_event_id: string
  type: 'follow' | 'unfollow' | 'accountLink'
  line_user_id: string
  at: Date
  /** follow: the user had blocked the shop before, so it is not a new friend. */
  is_unblocked: boolean
  /** accountLink with result `ok`: the nonce that the shop issued. */
  nonce: string | null
}

const types = ['follow', 'unfollow', 'accountLink'] as const
const record = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const isText = (value: unknown): value is string => typeof value === 'string'

/** The events to handle; leaves out unknown ones, those of a group, and those for another module (`standby`). */
export function parseLineEvents(body: unknown): LineWebhookEvent[] {
  const { events } = record(body)
  if (!Array.isArray(events)) return []
  return events.flatMap((raw): LineWebhookEvent[] => {
    const event = record(raw)
    const { webhookEventId, timestamp } = event
    const { userId } = record(event.source)
    const type = types.find((one) => one === event.type)
    if (!type || event.mode === 'standby' || !isText(userId) || !/^U[0-9a-f]{32}$/.test(userId)) return []
    if (!isText(webhookEventId) || webhookEventId.length > 64 || !Number.isSafeInteger(timestamp)) return []
    const { result, nonce } = record(event.link)
    return [
      {
        webhook_event_id: webhookEventId,
        type,
        line_user_id: userId,
        at: new Date(timestamp as number),
        is_unblocked: record(event.follow).isUnblocked === true,
        nonce: result === 'ok' && isText(nonce) ? nonce : null,
      },
    ]
  })
}
