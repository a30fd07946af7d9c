import { addDays } from '@kushi/values/calendar-date'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { World, WorldAnswer } from '../world.ts'
import { settlementFileIn } from './office.ts'
import { orderByTransfer } from './shopping.ts'

const why = { decision_reason: '検証' }
const FEE = 330

interface Collected {
  order_no: string
  carrier: 'yamato' | 'sagawa' | 'japan_post'
  tracking_no: string
  total: number
  is_refused: boolean
}

/** 代引 that left, by the carrier of its last parcel. */
const collectedOf = (world: World) =>
  world.rows<Collected>(
    `select o.order_no, s.carrier, s.tracking_no, p.amount as total, coalesce(s.status = 'returned', false) as is_refused
     from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id and p.payment_method_id is null and p.amount > 0
     join lateral (select * from shipment s where s.shop_id = o.shop_id and s.order_id = o.id and s.tracking_no is not null
       and s.carrier in ('yamato', 'sagawa', 'japan_post') and s.status in ('shipped', 'delivered', 'returned') order by s.id desc limit 1) s on true
     where o.shop_id = 2 and o.customer_id = any($1) order by o.id`,
    [world.ids],
  )

/** The line of a carrier's file: mostly what it collected; now and then another sum, or the same once more. */
function linesOf({ order_no, tracking_no, total }: Collected, random: Random) {
  const isWrong = random.chance(0.15)
  const amount = isWrong ? Math.max(1, total + random.pick([-100, 100, -1, 1_000])) : total
  // By its own number only, or with ours too.
  const line = { amount, cells: [random.chance(0.5) ? order_no : '', tracking_no, amount, FEE] }
  return { isWrong, lines: random.chance(0.1) ? [line, line] : [line] }
}

/** What the screen proposes for a line that does not match, or something else that it offers. */
async function decide(world: World, random: Random): Promise<string | null> {
  const { status, data } = await world.admin('accounting', 'GET /admin/v1/settlement-lines', {
    query: { state: random.pick(['open', 'open', 'kept']) },
  })
  const all = status === 200 ? data.items : []
  if (all.length === 0) return null
  const { id, order_no, order_ref, provider } = random.pick(all)
  if (provider === 'bank') return null
  const action = random.pick(['accept', 'keep', 'assign'] as const)
  const given = { action, note: action === 'assign' ? '' : '確かめた' }
  const named = action === 'assign' ? { order_no: order_no ?? (order_ref || (await anyOrderNo(world, random))) } : {}
  const { status: done } = await world.admin('accounting', 'POST /admin/v1/settlement-lines/{id}/settle', {
    params: { id },
    body: { ...given, ...named } as never,
  })
  if (done === 200) world.sometimes(`a line of a settlement: ${action}`)
  return `店が入金の明細${id}を${action}（${done}）`
}

const anyOrderNo = async (world: World, random: Random) => {
  const all = await world.rows<{ order_no: string }>(
    'select order_no from orders where shop_id = 2 and customer_id = any($1) order by id',
    [world.ids],
  )
  return all.length > 0 ? random.pick(all).order_no : 'X'
}

type Desk = WorldAnswer<'GET /admin/v1/bank-refunds'>['data']

/** 振込での返金, one step of it: whoever has something to do does it. */
async function transferStep(world: World, random: Random): Promise<string | null> {
  const desk = await world.admin('manager', 'GET /admin/v1/bank-refunds')
  if (desk.status !== 200) return null
  if (desk.data.sender === null) {
    const body = {
      client_code: '0000000001',
      client_name: 'ツバキノ',
      bank_code: '0001',
      bank_name: 'みずほ',
      branch_code: '001',
      branch_name: '本店',
      deposit_type: 1 as const,
      account_number: '1234567',
    }
    const { status } = await world.admin('accounting', 'PUT /admin/v1/bank-refunds/sender', { body })
    return `店が振込の依頼人を決める（${status}）`
  }
  const steps = [askedByShop, givenByCustomer, filed, approved, paid, returned]
  for (const step of [random.pick(steps), ...steps]) {
    const said = await step(world, desk.data, random)
    if (said) return said
  }
  return null
}

/** One step after the other, mostly until the money is at the bank. */
async function transferSteps(world: World, random: Random): Promise<string | null> {
  const said: string[] = []
  do {
    const next = await transferStep(world, random)
    if (next === null) break
    said.push(next)
  } while (said.length < 6 && random.chance(0.85))
  return said.length > 0 ? said.join('、') : null
}

async function askedByShop(world: World, _: Desk, random: Random): Promise<string | null> {
  const all = await world.rows<{ id: number }>(
    `select o.id from orders o join payment p on p.shop_id = o.shop_id and p.order_id = o.id where o.shop_id = 2 and o.customer_id = any($1)
     and p.state in ('captured', 'refunded') and not exists (select from bank_refund b where b.shop_id = 2 and b.order_id = o.id) order by o.id`,
    [world.ids],
  )
  for (const { id } of all) {
    const seen = await world.admin('manager', 'GET /admin/v1/orders/{id}', { params: { id } })
    if (seen.status !== 200 || seen.data.owed_amount <= 0 || random.chance(0.2)) continue
    const { order_no, owed_amount } = seen.data
    const { status } = await world.admin('manager', 'POST /admin/v1/orders/{id}/bank-refund', {
      params: { id },
      body: { owed_amount },
    })
    return `店が${order_no}の${owed_amount}円の振込先を伺う（${status}）`
  }
  return null
}

async function givenByCustomer(world: World, _: Desk, random: Random): Promise<string | null> {
  const mails = await world.rows<{ text: string }>(
    `select payload ->> 'text' as text from outbox where shop_id = 2 and kind = 'mail'
     and payload ->> 'text' like '%/sh/refund-account?token=%' order by id`,
  )
  if (mails.length === 0) return null
  const { text } = random.chance(0.8) ? mails.at(-1)! : random.pick(mails)
  const token = /refund-account\?token=([\w-]+)/.exec(text)![1]!
  const shown = await world.call(null, 'POST /v1/order/refund-account/show', { body: { token } })
  if (shown.status !== 200 || !shown.data.may_give) return null
  const { status } = await world.call(null, 'POST /v1/order/refund-account', {
    body: {
      token,
      account: {
        bank_name: 'みずほ',
        bank_code: '0001',
        branch_name: '本店',
        branch_code: '001',
        deposit_type: 1,
        account_number: '7654321',
        holder: 'ヤマグチ ハナコ',
      },
    },
  })
  if (status !== 200 && !world.isDisturbed)
    world.wrong(`${shown.data.order_no}の振込先は画面が聞いているのに断られた（${status} ${world.said.at(-1)?.error}）`)
  return `${shown.data.order_no}の振込先（${shown.data.owed_amount}円）が届く（${status}）`
}

async function filed(world: World, { waiting }: Desk): Promise<string | null> {
  if (!waiting.some(({ state }) => state === 'given')) return null
  const { status } = await world.admin('accounting', 'POST /admin/v1/bank-refunds/files', {
    body: { pay_on: world.today },
  })
  return `店が総合振込を作る（${status}）`
}

async function approved(world: World, { files }: Desk, random: Random): Promise<string | null> {
  const file = files.find(({ state }) => state === 'prepared')
  if (!file) return null
  const isDropped = random.chance(0.2)
  const params = { id: file.id }
  const { status } = isDropped
    ? await world.admin('manager', 'POST /admin/v1/bank-refunds/files/{id}/drop', { params, body: { reason: '' } })
    : await world.admin('manager', 'POST /admin/v1/bank-refunds/files/{id}/approve', { params })
  return `店が総合振込${file.id}を${isDropped ? '取りやめる' : '承認する'}（${status}）`
}

async function paid(world: World, { files }: Desk): Promise<string | null> {
  const file = files.find(({ state, may_pay }) => state === 'approved' && may_pay)
  if (!file) return null
  await world.admin('accounting', 'POST /admin/v1/bank-refunds/files/content', { body: { id: file.id } })
  const { status } = await world.admin('accounting', 'POST /admin/v1/bank-refunds/files/{id}/paid', {
    params: { id: file.id },
  })
  if (status === 200) world.sometimes('a debt was paid by transfer')
  return `店が総合振込${file.id}を振込済みにする（${status}）`
}

async function returned(world: World, { files }: Desk, random: Random): Promise<string | null> {
  const refund = files.flatMap(({ refunds }) => refunds).find(({ state }) => state === 'paid')
  if (!refund || random.chance(0.7)) return null
  const { status } = await world.admin('accounting', 'POST /admin/v1/bank-refunds/{id}/returned', {
    params: { id: refund.id },
    body: { reason: '口座がない' },
  })
  if (status === 200) world.sometimes('a transfer came back')
  return `銀行が${refund.order_no}の振込を返す（${status}）`
}

export const cash: Move[] = [
  {
    name: 'a carrier pays what it collected',
    weight: 8,
    async run(world, random) {
      // Late: some come with a later file. What was refused was not collected; now and then the carrier says so all the same.
      const due = (await collectedOf(world)).filter(
        ({ order_no, is_refused }) =>
          !(is_refused && random.chance(0.9)) &&
          (!world.collected.has(order_no) || random.chance(0.05)) &&
          random.chance(0.8),
      )
      const [first] = due
      if (!first) return null
      const lines = due
        .filter(({ carrier }) => carrier === first.carrier)
        .flatMap((one) => {
          const { isWrong, lines } = linesOf(one, random)
          world.collected.add(one.order_no)
          world.meet(one.order_no, ['代引のファイル'])
          if (isWrong) world.sometimes('a carrier paid another sum')
          if (lines.length > 1) world.sometimes('a carrier paid twice')
          if (one.is_refused) world.sometimes('a carrier paid what was refused')
          return lines
        })
      const [order_ref, tracking_no, amount, fee] = ['ご注文番号', 'お問い合わせ番号', '代引金額', '手数料']
      const said = await settlementFileIn(world, random, {
        provider: first.carrier,
        heads: [order_ref, tracking_no, amount, fee],
        lines: lines.map(({ cells }) => cells),
        columns: { order_ref, tracking_no, amount, fee },
        net: lines.reduce((sum, one) => sum + one.amount - FEE, 0),
      })
      return `${first.carrier}が代引${lines.length}件を入金する（${said}）`
    },
  },
  { name: 'the office decides on a line of a settlement', weight: 6, run: decide },
  {
    name: 'a 代引 parcel is refused at the door',
    weight: 5,
    async run(world, random) {
      const parcels = await world.rows<{ id: number; order_no: string; shipment_no: string }>(
        `select o.id, o.order_no, s.shipment_no from orders o join shipment s on s.shop_id = o.shop_id and s.order_id = o.id and s.status = 'shipped'
         where o.shop_id = 2 and o.customer_id = any($1) and o.payment_method_id is null and o.status = 'shipped' and o.payment_total > 0 order by s.id`,
        [world.ids],
      )
      if (parcels.length === 0) return null
      const { id, order_no, shipment_no } = random.pick(parcels)
      const back = await world.admin('orders', 'POST /admin/v1/orders/{id}/parcels/{shipment_no}/back', {
        params: { id, shipment_no },
        body: { is_unpaid: true, ...why },
      })
      if (back.status === 200) world.meet(order_no, ['受け取り拒否'])
      const said = `${order_no}が受け取られずに戻る（${back.status}）`
      const seen = await world.admin('manager', 'GET /admin/v1/orders/{id}', { params: { id } })
      if (back.status !== 200 || seen.status !== 200 || seen.data.refusals.refund !== null || random.chance(0.3))
        return said
      const [payment] = seen.data.payments
      const { status } = await world.admin('manager', 'POST /admin/v1/orders/{id}/refund', {
        params: { id },
        body: {
          refund: { kind: 'return', keep_subscription: random.chance(0.5), restock: random.chance(0.5) },
          by_hand: true,
          seen: {
            refunded_amount: payment?.refunded_amount ?? 0,
            repaid_amount: payment?.repaid_amount ?? 0,
            owed_amount: seen.data.owed_amount,
          },
          ...why,
          notify: true,
        },
      })
      return `${said}、返品にする（${status}）`
    },
  },
  {
    name: 'somebody transfers money',
    weight: 12,
    async run(world, random) {
      const all = await world.rows<{ no: string; state: string; amount: number; here: number }>(
        `select p.provider_order_id as no, p.state, p.amount, p.captured_amount as here from payment p
         join orders o on o.shop_id = p.shop_id and o.id = p.order_id
         where p.shop_id = 2 and p.payment_method_id = ${PAYMENT_METHOD.bank_transfer} and p.state <> 'intent' and o.customer_id = any($1)
           and o.created_at > $2::date order by p.id`,
        // For so long the shop asks for transfers; an account ends before.
        [world.people.map(({ id }) => id), addDays(world.today, -59)],
      )
      // Mostly to what is waited for; now and then once more, or to what the shop has given up.
      const open = all.filter(({ state }) => state === 'awaiting' || random.chance(0.15))
      if (open.length === 0) return orderByTransfer(world, random)
      const { no, state, amount, here } = random.pick(open)
      const left = Math.max(1, amount - here)
      const yen = random.pick([left, left, left, Math.max(1, left - 220), left + 500, Math.ceil(left / 2)])
      const times = random.chance(0.1) ? 2 : 1
      for (let n = 0; n < times; n++) await world.gateway.transfer(no, yen, { isLate: true })
      world.sometimes(
        state === 'captured'
          ? 'a paid account was paid again'
          : state !== 'awaiting'
            ? 'a transfer came too late'
            : yen * times < left
              ? 'too little was transferred'
              : yen * times > left
                ? 'too much was transferred'
                : 'an account was paid by transfer',
      )
      // Its notice comes at once, twice or never: the shop asks by itself, what is decided once a day.
      for (let n = random.below(3); n > 0; n--) {
        const notice = { ShopID: world.gateway.settings.shop_id, OrderID: no, GanbInAmount: String(random.seed()) }
        await world.visit('POST', '/v1/payment/gmo/notification', new URLSearchParams(notice))
      }
      await world.pass(61 * 60_000)
      await world.job('payment-repair')
      await world.job('payment-reconcile')
      // What is owed since goes back from the shop's bank.
      const back = random.chance(0.6) ? await transferSteps(world, random) : null
      return `${no}に¥${yen}が${times}回振り込まれる（${state}）${back ? `。${back}` : ''}`
    },
  },
  { name: 'a debt goes back by transfer', weight: 12, run: transferSteps },
]
