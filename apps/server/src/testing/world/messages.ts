import { formatDateWithWeekday } from '@kushi/values/date-format'
import type { MessageChannel } from '@kushi/values/message'
import { formatYen } from '@kushi/values/yen'
import type { World } from './world.ts'

interface Message {
  id: number
  kind: MessageChannel
  text: string
  order_id: number | null
  subscription_id: number | null
}

/** The lines of a message with a label, mails and cards of LINE alike. */
function labelled({ kind, text }: Message): [label: string, value: string][] {
  const lines = text.split('\n').map((line) => (kind === 'line' ? line.replace(/^(\S+) /, '$1: ') : line))
  return lines.flatMap((line) => {
    const [, label, value] = /^([^\s:]+): (.+)$/.exec(line) ?? []
    return label && value ? [[label, value] as [string, string]] : []
  })
}

const yenIn = (text: string) => /-?¥[\d,]+/.exec(text)?.[0]
const dayIn = (text: string) => /\d+年\d+月\d+日/.exec(text)?.[0]
const day = (date: string | null) => date && dayIn(formatDateWithWeekday(date))!
const numberIn = (yen: string) => Number(yen.replace(/[¥,]/g, ''))

/** What each label says, and of what: the order's, or the contract's as its member sees it. */
const FACTS = {
  order: { お支払い合計: 'total', お支払い金額: 'total', お届け予定日: 'day' },
  subscription: {
    お支払い合計: 'total',
    お支払い金額: 'total',
    お届け予定日: 'day',
    次回お届け予定日: 'day',
    その次のお届け予定日: 'day',
    '変更・お休み・解約の締切': 'deadline',
    お支払い: 'charge',
  },
} as const
type Fact = 'total' | 'day' | 'deadline' | 'charge'
type Facts = Record<Fact, Set<string>>

/** Facts of now, beside those of when the messages were read before: one step may write several. */
function remember(world: World, about: string, now: Partial<Record<Fact, (string | null | undefined)[]>>): Facts {
  const before = world.facts.get(about)
  const facts = Object.fromEntries(
    (['total', 'day', 'deadline', 'charge'] as const).map((fact) => [
      fact,
      new Set(now[fact] ? [...(before?.[fact] ?? []), ...now[fact]].filter((one) => one) : []),
    ]),
  ) as Facts
  world.facts.set(about, facts)
  return facts
}

async function factsOfOrder(world: World, id: number): Promise<Facts | null> {
  const [order] = await world.rows<{ order_no: string; total: number; days: (string | null)[] }>(
    `select order_no, payment_total as total, array[delivery_date::text, expected_date::text] as days from orders where shop_id = 2 and id = $1`,
    [id],
  )
  if (!order) return null
  const promised = world.promises.find(({ order_no }) => order_no === order.order_no)
  const totals = [order.total, promised?.confirmed_total, promised?.payment_total, promised?.after]
  return remember(world, `O${id}`, {
    total: totals.flatMap((yen) => (yen === undefined ? [] : formatYen(yen))),
    day: [...order.days, promised?.first_delivery_date ?? null].map(day),
  })
}

async function factsOfContract(world: World, id: number): Promise<Facts | null> {
  const [row] = await world.rows<{ customer_id: number }>(
    'select customer_id from subscription where shop_id = 2 and id = $1',
    [id],
  )
  const person = world.people.find((one) => one.id === Number(row?.customer_id))
  if (!person) return null
  const { status, data } = await world.call(person, 'GET /v1/order/subscription/detail/{id}', { params: { id } })
  if (status !== 200) return null
  // While a delivery is on its way, a message may be about the one after it.
  const isNext = data.arranged_order === null
  return remember(world, `S${id}`, {
    ...(isNext && {
      total: [formatYen(data.payment_total)],
      deadline: [day(data.change_deadline)],
      charge: [day(data.charge_date)],
    }),
    day: [data.next_delivery_date, data.next_next_delivery_date, data.arranged_order?.delivery_date ?? null].map(day),
  })
}

/** The parts of a price are its sum, wherever a message writes both. */
function sumsOf(text: string): string[] {
  const found: string[] = []
  const [, parts, total] = /^(商品合計: [\s\S]*?)お支払い合計: (.+)$/m.exec(text) ?? []
  if (parts && total) {
    const sum = [...parts.matchAll(/^\S[^:\n]*: (-?¥[\d,]+)/gm)].reduce((yen, [, part]) => yen + numberIn(part!), 0)
    if (sum !== numberIn(total)) found.push(`内訳は${sum}円、合計は${total}`)
  }
  const refunded = /(¥[\d,]+)のご返金/.exec(text)?.[1]
  const told = /返金の内訳\n((?:・.+\n?)+)/.exec(text)?.[1]
  if (refunded && told) {
    const sum = [...told.matchAll(/(-?¥[\d,]+)$/gm)].reduce((yen, [, part]) => yen + numberIn(part!), 0)
    if (sum !== numberIn(refunded)) found.push(`返金の内訳は${sum}円、ご返金は${refunded}`)
  }
  return found
}

/** What the messages written since the last look say of money and days is what their order or contract says. */
export async function readMessages(world: World): Promise<void> {
  const all = await world.rows<Message>(
    `select id, kind, order_id, subscription_id,
       case kind when 'mail' then payload ->> 'text' else payload -> 'message' ->> 'altText' end as text from outbox
     where shop_id = 2 and kind in ('mail', 'line') and id > $1 order by id`,
    [world.lastMessage],
  )
  world.lastMessage = all.at(-1)?.id ?? world.lastMessage
  if (world.isDisturbed) return
  for (const message of all.filter(({ text }) => text)) {
    const { id, text, order_id, subscription_id } = message
    const wrong = (what: string) => world.wrong(`${message.kind}${id}: ${what}\n${text}`)
    for (const found of sumsOf(text)) wrong(found)
    const ofOrder = order_id === null ? null : await factsOfOrder(world, order_id)
    const ofContract = subscription_id === null ? null : await factsOfContract(world, subscription_id)
    for (const [label, value] of labelled(message)) {
      const fact = ofOrder && FACTS.order[label as keyof typeof FACTS.order]
      const later = ofContract && FACTS.subscription[label as keyof typeof FACTS.subscription]
      const [facts, name] = fact ? [ofOrder, fact] : later ? [ofContract, later] : []
      if (!facts || !name) continue
      // Of the delivery after that of the order, whose own deadline is over.
      if (facts[name].size === 0 || (name === 'deadline' && order_id !== null)) continue
      const said = name === 'total' ? yenIn(value) : dayIn(value)
      if (said && !facts[name].has(said))
        wrong(`「${label}: ${value}」、${order_id ? '注文' : '定期便'}では${[...facts[name]].join('・') || 'なし'}`)
      if (said) world.sometimes(`a message said: ${label}`)
    }
  }
}
