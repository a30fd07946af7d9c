import { TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import type { Move } from '../move.ts'
import { PASSWORD, type Player, type World } from '../world.ts'
import { addressOf, returnFromProvider, soldGoods } from './shopping.ts'

/** The newest link of its kind that came to a mailbox; the outbox keeps none. */
export async function linkIn(world: World, to: string, path: string): Promise<string | null> {
  await world.job('outbox-deliver')
  const answer = await fetch(`${world.sandbox.url}/sandbox/mail/messages.json?to=${encodeURIComponent(to)}`)
  const { messages } = (await answer.json()) as { messages: { text: string }[] }
  const link = new RegExp(`${path}\\?token=([\\w.-]+)`)
  return messages.flatMap(({ text }) => link.exec(text)?.[1] ?? [])[0] ?? null
}

/** With the e-mail and password that she has; whoever set another one can't use the former. */
async function logIn(world: World, person: Player): Promise<number> {
  const { status, data } = await world.call(null, 'POST /v1/common/login/customer/', {
    body: { email: person.email, password: person.password },
  })
  if (status === 200 && 'access_token' in data) person.token = data.access_token as string
  return status
}

export const account: Move[] = [
  {
    name: 'a member asks for a link for friends',
    weight: 2,
    async run(world, random) {
      const person = random.pick(world.people)
      const seen = await world.call(person, 'GET /v1/referral')
      if (seen.status !== 200 || !seen.data.is_open || !seen.data.may_refer) return null
      const { status } = await world.call(person, 'POST /v1/referral')
      return `${person.mark}がお友だち紹介のリンクを作る（${status}）`
    },
  },
  {
    name: 'a member logs in and out',
    weight: 3,
    async run(world, random) {
      const person = random.pick(world.people)
      const status = await logIn(world, person)
      if (status === 401 && !world.isDisturbed) world.wrong(`${person.mark}は自分のパスワードでログインできない`)
      await world.call(person, 'GET /v1/customer/sessions')
      if (random.chance(0.3)) await world.call(person, 'DELETE /v1/customer/sessions')
      if (random.chance(0.5)) {
        await world.call(person, 'POST /v1/common/logout')
        person.token = null
      }
      return `${person.mark}がログインする（${status}）`
    },
  },
  {
    name: 'a member sets another password',
    weight: 3,
    async run(world, random) {
      const person = random.pick(world.people)
      const password = `${PASSWORD}${random.below(100)}`
      const both = { password, password_confirm: password }
      const isForgotten = random.chance(0.5)
      let status: number
      if (isForgotten) {
        await world.call(null, 'POST /v1/common/reset-password/', { body: { email: person.email } })
        const token = await linkIn(world, person.email, '/sh/passreset')
        if (!token) return `${person.mark}がパスワードを忘れる（メールなし）`
        await world.call(null, 'POST /v1/common/reset-password/verify', { body: { token } })
        status = (await world.call(null, 'PATCH /v1/common/reset-password_confirm/', { body: { ...both, token } }))
          .status
        if (status === 200) person.token = null
      } else {
        const body = { ...both, current_password: person.password }
        status = (await world.call(person, 'POST /v1/customer/password/change', { body })).status
      }
      if (status === 200) person.password = password
      if (status === 200) world.sometimes('a password was set')
      return `${person.mark}がパスワードを${isForgotten ? '再設定' : '変更'}する（${status}）`
    },
  },
  {
    name: 'a member changes the e-mail',
    weight: 2,
    async run(world, random) {
      const person = random.pick(world.people)
      // Now and then another member’s.
      const email = random.chance(0.85) ? `new${random.below(1_000)}@example.com` : random.pick(world.people).email
      const asked = await world.call(person, 'POST /v1/customer/email/change', {
        body: { email, password: person.password },
      })
      const token = asked.status === 200 ? await linkIn(world, email, '/sh/email-change') : null
      if (!token) return `${person.mark}がメールアドレスを変えようとする（${asked.status}）`
      const { status } = await world.call(null, 'POST /v1/customer/email/confirm', { body: { token } })
      if (status === 200) person.email = email
      if (status === 200) world.sometimes('an e-mail was changed')
      return `${person.mark}がメールアドレスを変える（${status}）`
    },
  },
  {
    name: 'a member moves house',
    weight: 3,
    async run(world, random) {
      const person = random.pick(world.people)
      const me = await world.call(person, 'POST /v1/common/me')
      if (me.status !== 200) return null
      const { id, email: _, email_verified_at: _v, ...same } = me.data
      const body = {
        ...same,
        ...addressOf(person, random, 1),
        company_name: same.company_name ?? '',
        company_name_kana: same.company_name_kana ?? '',
        manager_name: same.manager_name ?? '',
        manager_name_kana: same.manager_name_kana ?? '',
      } as never
      const { status } = await world.call(person, 'PUT /v1/customer/{id}/update', { params: { id }, body })
      if (status === 200) world.meet(`C${person.id}`, ['転居'])
      return `${person.mark}が会員情報の住所を変える（${status}）`
    },
  },
  {
    name: 'a member keeps another card',
    weight: 4,
    async run(world, random) {
      const person = random.pick(world.people)
      const kept = await world.call(person, 'GET /v1/common/mypage/card/list')
      const [first] = kept.status === 200 ? kept.data.items : []
      const what = first ? random.pick(['登録', '入れ直し', '削除'] as const) : '登録'
      const token = await world.gateway.token(
        random.chance(0.9) ? TEST_CARD_NUMBERS.master : random.pick(Object.values(TEST_CARD_NUMBERS)),
      )
      const idempotency_key = world.key(random)
      const { status, data } =
        what === '登録'
          ? await world.call(person, 'POST /v1/common/mypage/card/register', { body: { token, idempotency_key } })
          : what === '入れ直し'
            ? await world.call(person, 'POST /v1/common/mypage/card/update', {
                body: { card_seq: first!.card_seq, token, idempotency_key },
              })
            : await world.call(person, 'DELETE /v1/customer/{customer_id}/card/{card_seq}/delete', {
                params: { customer_id: person.id, card_seq: first!.card_seq },
              })
      const url = status === 200 && 'redirect_url' in data ? (data.redirect_url as string | null) : null
      if (url) await returnFromProvider(world, url, PAYMENT_METHOD.credit_card, null, random)
      if (status === 200) world.sometimes(`a card: ${what}`)
      return `${person.mark}がカードを${what}する（${status}）`
    },
  },
  {
    name: 'a member fills the cart',
    weight: 4,
    async run(world, random) {
      const person = random.pick(world.people)
      const goods = await soldGoods(world)
      const put = async () => {
        const one = random.pick(goods)
        const body = {
          product_sku_id: Number(one.id),
          quantity: random.between(1, 3),
          sale_type: one.sale_type === 2 ? (2 as const) : (1 as const),
          idempotency_key: world.key(random),
        }
        return (await world.call(person, 'POST /v1/cart/items/new', { body })).status
      }
      const done = [await put(), await put()]
      const { status, data } = await world.call(person, 'GET /v1/cart/items')
      const [line] = status === 200 ? data.items : []
      if (line && random.chance(0.5)) {
        const params = { id: line.cart_item_id }
        const body = { product_sku_id: line.id, quantity: random.between(1, 4) } as never
        await world.call(person, 'PUT /v1/cart/items/update/{id}', { params, body })
        if (random.chance(0.4)) await world.call(person, 'DELETE /v1/cart/items/delete/{id}', { params })
      }
      return `${person.mark}がかごに入れる（${done.join('、')}）`
    },
  },
  {
    name: 'a member pays what was ordered by phone',
    weight: 6,
    async run(world, random) {
      const all = await world.rows<{ request_no: string; customer_id: number }>(
        'select request_no, customer_id from order_request where shop_id = 2 and customer_id = any($1) order by id',
        [world.people.map(({ id }) => id)],
      )
      if (all.length === 0) return null
      const { request_no, customer_id } = random.chance(0.8) ? all.at(-1)! : random.pick(all)
      const person = world.people.find(({ id }) => id === Number(customer_id))!
      const params = { request_no }
      const seen = await world.call(person, 'GET /v1/order/request/{request_no}', { params })
      const assessed = seen.status === 200 && seen.data.state === 'open' ? seen.data.assessed : null
      if (!assessed) return `${person.mark}がお支払いのリンクを開く（${seen.status}）`
      const { summary } = assessed
      const placed = await world.call(person, 'POST /v1/order/request/{request_no}/pay', {
        params,
        body: {
          card:
            summary.payment_total === 0
              ? null
              : { token: await world.gateway.token(TEST_CARD_NUMBERS.ok), save_card: true },
          shown: {
            payment_total: summary.payment_total,
            following_payment_total: summary.following?.payment_total ?? null,
            ...(summary.later ? { later_payment_totals: summary.later.map((one) => one.payment_total) } : {}),
            gift_promotion_ids: summary.gifts.flatMap(({ gift_promotion_id }) => gift_promotion_id ?? []),
            first_delivery_date: assessed.first_delivery_date,
            next_delivery_date: assessed.next_delivery_date,
            next_next_delivery_date: assessed.next_next_delivery_date,
            terms_version: assessed.terms_version,
            shown_at: world.server.deps.clock.now().toISOString(),
            text: `ご注文内容の確認 お支払い合計 ${summary.payment_total}円`,
          },
        },
      })
      if (placed.status !== 200)
        return `${person.mark}が電話の注文を払えない（${placed.status} ${world.said.at(-1)?.error}）`
      const { order_no, redirect_url } = placed.data
      if (redirect_url) await returnFromProvider(world, redirect_url, PAYMENT_METHOD.credit_card, null, random, person)
      world.meet(order_no, ['電話注文', 'クレジットカード'])
      world.sometimes('a link paid an order by phone')
      return `${person.mark}が電話の注文をカードで払う（${order_no}）`
    },
  },
]
