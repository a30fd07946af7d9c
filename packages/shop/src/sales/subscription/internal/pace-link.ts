import type { CalendarDate } from '@kushi/values/calendar-date'
import type { PaceAnswer } from '@kushi/values/pace'
import type { Context } from '../../../context.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'

interface PaceLink {
  id: number
  cycle: number
  /** Its last day: the deadline of the delivery that it was sent for. */
  until: CalendarDate
}

/** The page that asks お手元の残り of one delivery, without a login. Only the server can make its token. */
export function paceUrl(
  { secrets, settings }: Pick<Context, 'secrets' | 'settings'>,
  shop_id: number,
  { id, cycle, until }: PaceLink,
): (answer?: PaceAnswer) => string {
  const token = secrets.seal(`pace ${shop_id} ${id} ${cycle} ${until}`)
  return (answer) => `${shopUrl(settings, shop_id)}/sh/pace?token=${token}${answer ? `&rest=${answer}` : ''}`
}

/** null: it is none of this shop's. */
export function openPaceLink(
  { secrets, shop_id }: Pick<Context, 'secrets' | 'shop_id'>,
  token: string,
): PaceLink | null {
  try {
    const [what, shop, id, cycle, until] = secrets.open(token).split(' ')
    if (what !== 'pace' || Number(shop) !== shop_id) return null
    return { id: Number(id), cycle: Number(cycle), until: until! }
  } catch {
    return null
  }
}
