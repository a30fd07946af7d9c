import { TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import type { CalendarDate } from '@kushi/values/calendar-date'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { lookAtContracts } from '../evening.ts'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { Player, World, WorldAnswer } from '../world.ts'
import { liveUntil } from './days.ts'
import { addressOf, linkPayPay, patternOf, returnFromProvider } from './shopping.ts'

type Detail = WorldAnswer<'GET /v1/order/subscription/detail/{id}'>['data']
type Can = NonNullable<Detail['can']>

async function anyContract(world: World, random: Random): Promise<{ id: number; person: Player; seen: Detail } | null> {
  const all = await world.rows<{ id: number; customer_id: number }>(
    `select id, customer_id from subscription where shop_id = 2 and customer_id = any($1) and (summary_status <> 6 or id % 5 = 0) order by id`,
    [world.people.map(({ id }) => id)],
  )
  if (all.length === 0) return null
  const { id, customer_id } = random.pick(all)
  const person = world.people.find((one) => one.id === Number(customer_id))!
  const { status, data } = await world.call(person, 'GET /v1/order/subscription/detail/{id}', { params: { id } })
  return status === 200 ? { id: Number(id), person, seen: data } : null
}

/** A button of a contract's page. What the page offers the server does; what it does not offer, the server refuses. */
const button = (
  name: keyof Can,
  says: string,
  weight: number,
  press: (
    world: World,
    at: { id: number; person: Player; seen: Detail },
    random: Random,
  ) => Promise<{ status: number }>,
): Move => ({
  name: `member ${name}`,
  weight,
  async run(world, random) {
    const at = await anyContract(world, random)
    if (!at) return null
    const isOffered = at.seen.can?.[name] ?? false
    // Now and then by a screen that is old.
    if (!isOffered && random.chance(0.6)) return null
    const { status } = await press(world, at, random)
    const isDone = status < 300
    if (isOffered !== isDone && status !== 0 && status < 500 && !world.isDisturbed)
      world.wrong(
        `定期便${at.id}の「${says}」は画面に${isOffered ? 'あるのに断られた' : 'ないのにできた'}（${status} ${world.said.at(-1)?.error}、状態${at.seen.summary_status}、${at.seen.lock ?? 'lockなし'}）`,
      )
    if (isDone) world.meet(`S${at.id}`, [says])
    return `${at.person.mark}が定期便${at.id}を${says}${isDone ? '' : '（断られる）'}`
  },
})

const why = { reason: 1, detail: 'もう十分' }

/** When the next delivery of hers that PayPay pays is charged; null: none is. */
async function nextCharge(world: World, { id: customer_id }: Player): Promise<CalendarDate | null> {
  const own = await world.rows<{ id: number }>(
    'select id from subscription where shop_id = 2 and customer_id = $1 and payment_method_id = $2',
    [customer_id, PAYMENT_METHOD.paypay],
  )
  const charged = (await lookAtContracts(world))
    .filter(({ id, is_promised }) => is_promised && own.some((one) => Number(one.id) === id))
    .map(({ charge_date }) => charge_date)
  return charged.sort()[0] ?? null
}

/** Somebody whose PayPay is linked. */
async function anyLinked(world: World, random: Random): Promise<Player | null> {
  const all = await world.rows<{ id: number }>(
    `select distinct customer_id as id from linked_account where shop_id = 2 and state = 'active' and customer_id = any($1) order by 1`,
    [world.people.map(({ id }) => id)],
  )
  const found = all.length > 0 ? Number(random.pick(all).id) : 0
  return world.people.find(({ id }) => id === found) ?? null
}

export const contractMoves: Move[] = [
  button('skip', 'お休み', 5, (world, { id, person, seen: { version } }) =>
    world.call(person, 'PATCH /v1/order/subscription/{id}/skip', { params: { id }, body: { version } }),
  ),
  button('undo_skip', 'お休みの取り消し', 2, (world, { id, person, seen: { version } }) =>
    world.call(person, 'PATCH /v1/order/subscription/{id}/skip/undo', { params: { id }, body: { version } }),
  ),
  button('pause', '休止', 2, (world, { id, person, seen: { version } }) =>
    world.call(person, 'PATCH /v1/order/subscription/update/{id}/pause', { params: { id }, body: { version } }),
  ),
  button('cancel', '解約', 2, (world, { id, person, seen: { version } }) =>
    world.call(person, 'PATCH /v1/order/subscription/update/{id}/cancel', {
      params: { id },
      body: { version, ...why },
    }),
  ),
  button('cancel_after', 'この回で解約', 3, (world, { id, person, seen: { version } }) =>
    world.call(person, 'PATCH /v1/order/subscription/{id}/cancel-after', { params: { id }, body: { version, ...why } }),
  ),
  button('undo_cancel', '解約の取り消し', 2, (world, { id, person, seen: { version } }) =>
    world.call(person, 'PATCH /v1/order/subscription/{id}/cancel-after/undo', { params: { id }, body: { version } }),
  ),
  {
    name: 'member reopens',
    weight: 3,
    async run(world, random) {
      const at = await anyContract(world, random)
      if (!at?.seen.can?.reopen) return null
      const { id, person } = at
      const { status } = await world.call(person, 'PATCH /v1/order/subscription/update/{id}/reopen-scheduled', {
        params: { id },
        body: { version: at.seen.version, is_update_subscription: false, third_party_consent: true },
      })
      if (status === 200) world.meet(`S${id}`, ['再開'])
      return `${person.mark}が定期便${id}を再開する（${status}）`
    },
  },
  {
    name: 'member changes a contract',
    weight: 8,
    async run(world, random) {
      const at = await anyContract(world, random)
      if (!at) return null
      const { id, person, seen } = at
      const optional = seen.subscription_order_item.filter((one) => one.can_leave_out || one.is_left_out)
      const toggled = optional.length > 0 ? random.pick(optional) : null
      const others = ['数量', '住所', '周期', '日', '今回のみの追加'] as const
      const what = toggled && random.chance(0.4) ? '今回だけ除く' : random.pick(others)
      const items = seen.subscription_order_item.map(({ product_sku_id, quantity, is_one_time }) => ({
        product_sku_id,
        quantity,
        is_one_time,
      }))
      const days =
        what === '日'
          ? await world.call(person, 'GET /v1/order/subscription/{id}/delivery-date/list', { params: { id } })
          : null
      if (days && (days.status !== 200 || days.data.items.length === 0)) return null
      const change = {
        数量: () => ({ items: items.map((one) => ({ ...one, quantity: random.between(1, 4) })) }),
        住所: () => ({ shipping_address: addressOf(person, random, 1) }),
        周期: () => ({ delivery_pattern: patternOf(random) }),
        日: () => ({ next_delivery_date: random.pick(days!.data.items) }),
        今回のみの追加: () => ({
          items: [...items, { product_sku_id: random.pick([101, 103, 105, 124]), quantity: 1, is_one_time: true }],
        }),
        今回だけ除く: () => ({
          items: items.map((one) =>
            one.product_sku_id === toggled!.product_sku_id ? { ...one, is_left_out: !toggled!.is_left_out } : one,
          ),
        }),
      }[what]()
      const preview = await world.call(person, 'POST /v1/order/subscription/{id}/preview', {
        params: { id },
        body: change,
      })
      const shown =
        preview.status === 200
          ? (preview.data as unknown as { after: { payment_total: number } }).after.payment_total
          : undefined
      const { status } = await world.call(person, 'PUT /v1/order/subscription/update/{id}', {
        params: { id },
        body: {
          ...change,
          version: seen.version,
          ...(shown !== undefined && (what === '今回だけ除く' || random.chance(0.7))
            ? { shown_payment_total: shown }
            : {}),
        },
      })
      if (preview.status === 200 && seen.can?.update && status >= 400 && status < 500 && !world.isDisturbed)
        world.wrong(
          `定期便${id}の${what}の変更は確かめの画面が通ったのに断られた（${status} ${world.said.at(-1)?.error}）`,
        )
      if (status === 200) {
        world.meet(`S${id}`, [`${what}の変更`])
        if (what === '今回だけ除く' && !toggled!.is_left_out) world.sometimes('an item was left out of a delivery')
      }
      return `${person.mark}が定期便${id}の${what}を変える（${status}）`
    },
  },
  {
    name: 'member changes the payment',
    weight: 2,
    async run(world, random) {
      const at = await anyContract(world, random)
      if (!at) return null
      const { id, person, seen } = at
      const payment_method_id = random.pick([1, 3, 4, null] as const)
      const { status } = await world.call(person, 'PATCH /v1/order/subscription/update/{id}/payment', {
        params: { id },
        body: {
          payment_method_id,
          card_seq: payment_method_id === 1 ? 0 : null,
          third_party_consent: true,
          version: seen.version,
        },
      })
      if (status === 200) world.meet(`S${id}`, ['支払いの変更'])
      return `${person.mark}が定期便${id}の支払いを変える（${status}）`
    },
  },
  {
    name: 'member names a second way',
    weight: 2,
    async run(world, random) {
      const at = await anyContract(world, random)
      if (!at) return null
      const { id, person, seen } = at
      const isOffered = seen.can?.name_second_way ?? false
      const method = random.pick([1, 3, 4, null, 'none'] as const)
      const { status } = await world.call(person, 'PATCH /v1/order/subscription/update/{id}/second-way', {
        params: { id },
        body: {
          second_way: method === 'none' ? null : { payment_method_id: method, card_seq: method === 1 ? 0 : null },
          third_party_consent: true,
          version: seen.version,
        },
      })
      if (status === 200 && !isOffered && method !== 'none')
        world.wrong(
          `定期便${id}の「お支払いできないときに使う方法」は画面にないのにできた（状態${seen.summary_status}）`,
        )
      if (status === 200) world.meet(`S${id}`, ['お支払いできないときの方法'])
      return `${person.mark}が定期便${id}のお支払いできないときに使う方法を決める（${status}）`
    },
  },
  {
    name: 'somebody pays by the link of a refused payment',
    weight: 6,
    calls: ['POST /v1/order/subscription/pay/show', 'POST /v1/order/subscription/pay'],
    async run(world, random) {
      const mails = await world.rows<{ text: string }>(
        `select payload ->> 'text' as text from outbox where shop_id = 2 and kind = 'mail'
         and payload ->> 'text' like '%/sh/pay-delivery?token=%' order by id`,
      )
      if (mails.length === 0) {
        // A card that could not be kept: the next charge finds none.
        const [lost] = await world.rows<{ id: number }>(
          `update subscription set card_seq = null where id = (select id from subscription where shop_id = 2
           and payment_method_id = 1 and card_seq is not null and summary_status = 1 and customer_id = any($1) order by id limit 1) returning id`,
          [world.people.map(({ id }) => id)],
        )
        return lost ? `定期便${lost.id}のカードが登録されずに終わる` : null
      }
      // Also an old one, and one that was used.
      const { text } = random.chance(0.6) ? mails.at(-1)! : random.pick(mails)
      const token = /pay-delivery\?token=([\w.-]+)/.exec(text)![1]!
      const shown = await world.call(null, 'POST /v1/order/subscription/pay/show', { body: { token } })
      if (shown.status !== 200) return null
      const { state, delivery, methods } = shown.data
      if (!delivery || methods.length === 0) return `誰かがお支払いのリンクを開く（${state}）`
      const { payment_method_id, payment_total } = random.pick(methods)
      const number = random.chance(0.8) ? TEST_CARD_NUMBERS.ok : random.pick(Object.values(TEST_CARD_NUMBERS))
      const body = {
        token,
        payment_method_id,
        card: payment_method_id === 1 ? { token: await world.gateway.token(number) } : null,
        third_party_consent: true,
        shown_payment_total: payment_total,
        shown_delivery_date: delivery.delivery_date,
      }
      let pressed = await world.call(null, 'POST /v1/order/subscription/pay', { body })
      // Twice, or in two tabs.
      if (random.chance(0.2)) pressed = await world.call(null, 'POST /v1/order/subscription/pay', { body })
      const redirect_url = pressed.status === 200 ? pressed.data.redirect_url : null
      if (redirect_url && random.chance(0.9))
        await returnFromProvider(world, redirect_url, payment_method_id, null, random)
      const after = await world.call(null, 'POST /v1/order/subscription/pay/show', { body: { token } })
      if (after.status === 200 && after.data.state === 'paid') world.sometimes('a link paid a refused delivery')
      return `誰かがお支払いのリンクで払う（${payment_method_id ?? '代引'}、${pressed.status}${after.status === 200 ? `、${after.data.state}` : ''}）`
    },
  },
  {
    name: 'member moves a contract to PayPay',
    weight: 5,
    async run(world, random) {
      const at = await anyContract(world, random)
      if (!at) return null
      const { id, person, seen } = at
      const payment_method_id = PAYMENT_METHOD.paypay
      const kept = await world.call(person, 'GET /v1/common/mypage/linked-account/list')
      if (kept.status !== 200) return null
      let isLinked = kept.data.items.length > 0
      if (!isLinked) {
        const begun = await world.call(person, 'POST /v1/common/mypage/linked-account/link', {
          body: { wallet: 'paypay', subscription_id: id },
        })
        if (begun.status !== 200) return `${person.mark}がPayPayを連携しようとする（${begun.status}）`
        isLinked = await linkPayPay(world, person, begun.data.redirect_url, random)
      }
      const isSecond = random.chance(0.3)
      const way = { payment_method_id, card_seq: null }
      const body = { third_party_consent: true, version: seen.version }
      const params = { id }
      const { status } = isSecond
        ? await world.call(person, 'PATCH /v1/order/subscription/update/{id}/second-way', {
            params,
            body: { ...body, second_way: way },
          })
        : await world.call(person, 'PATCH /v1/order/subscription/update/{id}/payment', {
            params,
            body: { ...body, ...way },
          })
      if (status === 200 && !isLinked) world.wrong(`定期便${id}は連携のないPayPayにできた`)
      if (status === 200) {
        world.sometimes('a contract moved to a wallet')
        if (!isSecond) world.meet(`S${id}`, ['PayPay'])
      }
      return `${person.mark}が定期便${id}の${isSecond ? 'お支払いできないときの方法' : 'お支払い'}をPayPayにする（${status}）`
    },
  },
  {
    name: 'member unlinks PayPay',
    weight: 2,
    async run(world, random) {
      const person = await anyLinked(world, random)
      if (!person) return null
      const kept = await world.call(person, 'GET /v1/common/mypage/linked-account/list')
      const [one] = kept.status === 200 ? kept.data.items : []
      if (!one) return null
      const { status } = await world.call(person, 'DELETE /v1/common/mypage/linked-account/{wallet}', {
        params: { wallet: one.wallet },
      })
      const isUsed = one.subscription_ids.length > 0
      if (status < 500 && status !== 0 && (status === 200) === isUsed && !world.isDisturbed)
        world.wrong(`${person.mark}のPayPayは${isUsed ? '使われているのに解除できた' : '解除できない'}（${status}）`)
      if (status === 200) world.sometimes('a wallet was unlinked')
      return `${person.mark}がPayPayの連携を解除する（${status}）`
    },
  },
  {
    name: 'PayPay and its customer',
    weight: 3,
    async run(world, random) {
      const person = await anyLinked(world, random)
      if (!person) return null
      const [link] = (await world.paypay.links(`2-${person.id}`)).filter(({ status }) => status === 'ACTIVE')
      if (!link) return null
      const changed = random.pick([
        { status: 'INACTIVE' },
        { refusal: 'NO_SUFFICIENT_FUND' },
        { refusal: 'PAY_METHOD_INVALIDATED' },
        { refusal: '' },
        { refusal: '' },
      ] as const)
      await world.paypay.changeLink(link.userAuthorizationId, changed)
      if (!('status' in changed)) return `${person.mark}のPayPayの請求は${changed.refusal || '通るようになる'}`
      world.sometimes('a wallet was closed at its provider')
      // Nobody says so before it is charged.
      const charged = await nextCharge(world, person)
      const days = charged && random.chance(0.6) ? await liveUntil(world, charged, random) : null
      return `${person.mark}がPayPayのアプリで連携を解除する${days === null ? '' : `。${days}日が過ぎ、請求の日になる`}`
    },
  },
  {
    name: 'member says what is left',
    weight: 4,
    async run(world, random) {
      const at = await anyContract(world, random)
      if (!at) return null
      const { id, person } = at
      const params = { id }
      const asked = await world.call(person, 'GET /v1/order/subscription/{id}/pace', { params })
      if (asked.status !== 200 || !asked.data.pace) return null
      const { taken_proposal, version } = asked.data.pace
      if (taken_proposal) {
        const { status } = await world.call(person, 'PATCH /v1/order/subscription/{id}/pace/undo', {
          params,
          body: { version },
        })
        if (taken_proposal.undo_until !== null && status >= 400 && status < 500 && !world.isDisturbed)
          world.wrong(`定期便${id}の提案の取り消しは画面にあるのに断られた（${status} ${world.said.at(-1)?.error}）`)
        return `${person.mark}が定期便${id}の提案を元に戻す（${status}）`
      }
      const rest_answer = random.pick(['none', 'half', 'one', 'two', 'fits'] as const)
      const is_leaving = random.chance(0.3)
      const said = await world.call(person, 'POST /v1/order/subscription/{id}/pace/answer', {
        params,
        body: {
          rest_answer,
          is_leaving,
          product_sku_id: random.pick([asked.data.pace, ...asked.data.pace.others]).product_sku_id,
        },
      })
      const pace = said.status === 200 ? said.data.pace : null
      if (!pace || pace.proposals.length === 0 || random.chance(0.2))
        return `${person.mark}が定期便${id}の残りを答える（${rest_answer}）`
      const { pace_kind, payment_total } = random.pick(pace.proposals)
      const { status } = await world.call(person, 'PATCH /v1/order/subscription/{id}/pace', {
        params,
        body: { pace_kind, version: pace.version, shown_payment_total: payment_total },
      })
      if (status >= 400 && status < 500 && !world.isDisturbed)
        world.wrong(`定期便${id}の提案${pace_kind}は示されたのに断られた（${status} ${world.said.at(-1)?.error}）`)
      if (status === 200) {
        world.sometimes('a proposal of the pace was taken')
        world.meet(`S${id}`, [`提案${pace_kind}の変更`])
      }
      return `${person.mark}が定期便${id}の提案${pace_kind}を選ぶ（${status}）`
    },
  },
]
