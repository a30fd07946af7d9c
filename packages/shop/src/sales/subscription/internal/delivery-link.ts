import type { CalendarDate } from '@kushi/values/calendar-date'
import type { PaceAnswer } from '@kushi/values/pace'
import type { Context } from '../../../context.ts'
import { shopUrl } from '../../../foundation/setting/index.ts'

// Links without a login to one delivery. Only the server can make their tokens, which are kept nowhere.

type Kind = 'pace' | 'pay'
type Facts = readonly (string | number)[]

const seal = ({ secrets }: Pick<Context, 'secrets'>, kind: Kind, facts: Facts) =>
  secrets.seal([kind, ...facts].join(' '))

/** The facts behind the shop; null: it is none of this shop's. */
function open({ secrets, shop_id }: Pick<Context, 'secrets' | 'shop_id'>, kind: Kind, token: string): string[] | null {
  try {
    const [what, shop, ...facts] = secrets.open(token).split(' ')
    return what === kind && Number(shop) === shop_id ? facts : null
  } catch {
    return null
  }
}

interface PaceLink {
  id: number
  cycle: number
  /** The last day of the link: the deadline of its delivery. */
  until: CalendarDate
}

/** The page that asks お手元の残り of one delivery. */
export function paceUrl(
  ctx: Pick<Context, 'secrets' | 'settings'>,
  shop_id: number,
  { id, cycle, until }: PaceLink,
): (answer?: PaceAnswer) => string {
  const token = seal(ctx, 'pace', [shop_id, id, cycle, until])
  return (answer) => `${shopUrl(ctx.settings, shop_id)}/sh/pace?token=${token}${answer ? `&rest=${answer}` : ''}`
}

export function openPaceLink(ctx: Pick<Context, 'secrets' | 'shop_id'>, token: string): PaceLink | null {
  const facts = open(ctx, 'pace', token)
  return facts && { id: Number(facts[0]), cycle: Number(facts[1]), until: facts[2]! }
}

/** The refused attempt that the link was sent for. */
export interface RefusedAttempt {
  id: number
  cycle: number
  attempt: number
}

/** The path of the page on which one delivery is paid after its payment was refused. */
export const payPath = (
  ctx: Pick<Context, 'secrets'>,
  shop_id: number,
  { id, cycle, attempt }: RefusedAttempt,
): string => `/sh/pay-delivery?token=${seal(ctx, 'pay', [shop_id, id, cycle, attempt])}`

export const payUrl = (ctx: Pick<Context, 'secrets' | 'settings'>, shop_id: number, link: RefusedAttempt): string =>
  `${shopUrl(ctx.settings, shop_id)}${payPath(ctx, shop_id, link)}`

export function openPayLink(ctx: Pick<Context, 'secrets' | 'shop_id'>, token: string): RefusedAttempt | null {
  const facts = open(ctx, 'pay', token)
  return facts && { id: Number(facts[0]), cycle: Number(facts[1]), attempt: Number(facts[2]) }
}
