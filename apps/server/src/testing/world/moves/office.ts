import type { AdminContract } from '@kushi/contract/admin/contract'
import type { InputOf } from '@kushi/contract/endpoint'
import { addDays } from '@kushi/values/calendar-date'
import { closedMonth, type SettlementFile, settlementFiles } from '../books.ts'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { soldGoods } from './shopping.ts'

type NewPromotion = InputOf<AdminContract['POST /admin/v1/promotions']['body']>

/** A 特典 of any kind, as the admin accepts it. */
export function promotionOf(world: World, random: Random): NewPromotion {
  const kind = random.pick(['percent', 'yen', 'set_price', 'gift', 'free_delivery', 'free_payment_fee'] as const)
  const effect = {
    percent: () => ({ kind: 'percent' as const, percent: random.pick([10, 20, 50]) }),
    yen: () => ({ kind: 'yen' as const, yen: random.pick([100, 500]) }),
    set_price: () => ({ kind: 'set_price' as const, pieces: 2, price: 3_000 }),
    gift: () => ({ kind: 'gift' as const, product_sku_id: random.pick([124, 130]), pieces: 1 }),
    free_delivery: () => ({ kind: 'free_delivery' as const }),
    free_payment_fee: () => ({ kind: 'free_payment_fee' as const }),
  }[kind]()
  const cart_type = random.pick([0, 1, null] as const)
  const [from_cycle, to_cycle] =
    cart_type === 0
      ? [1, 1]
      : random.pick([
          [1, 1],
          [1, 3],
          [2, 3],
          [1, null],
        ] as const)
  return {
    promotion_name: `${{ percent: '割引', yen: '円引き', set_price: 'よりどり', gift: 'おまけ', free_delivery: '送料無料', free_payment_fee: '手数料無料' }[kind]}${random.below(1000)}`,
    trigger: random.pick(['automatic', 'code'] as const),
    audience: random.pick(['everybody', 'once'] as const),
    starts_at: `${addDays(world.today, -1)}T00:00:00+09:00`,
    ends_at: random.chance(0.4) ? `${addDays(world.today, random.between(3, 40))}T00:00:00+09:00` : null,
    effect,
    product_ids: [],
    cart_type,
    // A present is worth a fifth of the purchase at the most.
    min_amount: kind === 'gift' ? random.pick([5_000, 7_200]) : random.pick([0, 0, 3_000]),
    from_cycle,
    to_cycle,
    stack_group: random.chance(0.3) ? 'A' : null,
    max_uses: random.chance(0.3) ? random.between(1, 5) : null,
    budget_yen: random.chance(0.3) ? random.between(500, 5_000) : null,
  }
}

const why = { decision_reason: '検証' }

/** A file of a provider or carrier is dropped on 入金, its columns are told, and now and then it is taken back. */
export async function settlementFileIn(world: World, random: Random, file: SettlementFile): Promise<string> {
  const { provider, heads, lines, columns, net } = file
  const text = [heads, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
  const put = await world.admin('accounting', 'POST /admin/v1/settlement/files', {
    query: { name: `${provider}-${world.today}-${random.below(1000)}.csv`, paid_on: world.today },
    content: new TextEncoder().encode(text),
  })
  if (put.status !== 200) return `断られる（${put.status} ${world.said.at(-1)?.error}）`
  const { id, state } = put.data
  const params = { id }
  if (state === 'asking')
    await world.admin('accounting', 'PUT /admin/v1/settlement/files/{id}', {
      params,
      body: { provider, columns, paid_on: world.today } as never,
    })
  await world.job('settlement-read')
  world.paidOut.set(id, net)
  world.sometimes('a settlement file was read')
  if (random.chance(0.8)) return '取り込む'
  const back = await world.admin('accounting', 'POST /admin/v1/settlement/files/{id}/take-back', { params, body: why })
  if (back.status !== 200) return `取り消せない（${back.status}）`
  await world.job('settlement-read')
  world.sometimes('a settlement file was taken back')
  world.paidOut.delete(id)
  // The provider sends the same again.
  return `取り消して、${await settlementFileIn(world, random, file)}`
}

export const office: Move[] = [
  {
    name: 'office makes a promotion',
    weight: 3,
    async run(world, random) {
      const isForFriends = random.chance(0.2)
      const body = {
        ...promotionOf(world, random),
        ...(isForFriends && ({ trigger: 'link', audience: 'new', from_cycle: 1 } as const)),
      }
      const made = await world.admin('manager', 'POST /admin/v1/promotions', { body })
      if (made.status !== 200) return `店が特典を作れない（${made.status}）`
      const params = { id: made.data.id }
      if (body.trigger === 'code')
        await world.admin('manager', 'POST /admin/v1/promotions/{id}/codes', {
          params,
          body: { kind: 'word', code: `DICE${random.below(10_000)}` },
        })
      const { status } = await world.admin('manager', 'POST /admin/v1/promotions/{id}/start', { params })
      if (status === 200 && isForFriends)
        await world.rows('update shop set referral_promotion_id = $1 where id = 2', [made.data.id])
      return `店が${isForFriends ? 'お友だちへの' : ''}特典「${body.promotion_name}」を始める（${status}）`
    },
  },
  {
    name: 'office stops a promotion',
    weight: 1,
    async run(world, random) {
      const all = await world.rows<{ id: number }>(
        `select id from promotion where shop_id = 2 and status = 'active' order by id`,
      )
      if (all.length === 0) return null
      const { id } = random.pick(all)
      const { status } = await world.admin('manager', 'POST /admin/v1/promotions/{id}/stop', { params: { id } })
      return `店が特典${id}を止める（${status}）`
    },
  },
  {
    name: 'office changes a price',
    weight: 2,
    async run(world, random) {
      const sku = random.pick(await soldGoods(world))
      const [one] = await world.rows<{ product_id: number }>(
        `select product_id from product_sku where shop_id = 2 and id = $1`,
        [sku.id],
      )
      const params = { id: one!.product_id }
      const seen = await world.admin('manager', 'GET /admin/v1/products/{id}', { params })
      if (seen.status !== 200) return null
      const product = seen.data as unknown as {
        skus: { id: number; price: number; subscription_price: number | null }[]
      }
      const factor = random.pick([0.8, 0.9, 1.1, 1.3])
      const skus = product.skus.map((each) =>
        each.id === sku.id
          ? {
              ...each,
              price: Math.round(each.price * factor),
              ...(each.subscription_price === null
                ? {}
                : { subscription_price: Math.round(each.subscription_price * factor) }),
            }
          : each,
      )
      const { status } = await world.admin('manager', 'PUT /admin/v1/products/{id}', {
        params,
        body: { ...product, skus } as never,
      })
      return `店が「${sku.name}」の値段を${factor}倍にする（${status}）`
    },
  },
  {
    name: 'office changes what a set consists of',
    weight: 2,
    async run(world, random) {
      const set = (await soldGoods(world)).find(({ is_set }) => is_set)
      if (!set) return null
      const [one] = await world.rows<{ product_id: number; parts: { product_sku_id: number; pieces: number }[] }>(
        'select product_id, parts from product_sku where shop_id = 2 and id = $1',
        [set.id],
      )
      const params = { id: one!.product_id }
      const seen = await world.admin('manager', 'GET /admin/v1/products/{id}', { params })
      if (seen.status !== 200) return null
      const parts = one!.parts.map((part) => ({ ...part, pieces: random.between(1, 3) }))
      const skus = seen.data.skus.map((each) => (each.id === Number(set.id) ? { ...each, parts } : each))
      const { status } = await world.admin('manager', 'PUT /admin/v1/products/{id}', {
        params,
        body: { ...seen.data, skus } as never,
      })
      if (status === 200) world.sometimes('a set was changed')
      return `店が「${set.name}」の中身を変える（${status} ${world.said.at(-1)?.error ?? ''}）`
    },
  },
  {
    name: 'office plans a price',
    weight: 2,
    async run(world, random) {
      const [one] = await world.rows<{
        id: number
        product_id: number
        price: number
        subscription_price: number | null
        subscription_first_price: number | null
      }>(
        `select id, product_id, price, subscription_price, subscription_first_price from product_sku where shop_id = 2 and visible order by md5(id::text || $1) limit 1`,
        [String(random.seed())],
      )
      const up = (yen: number | null) => yen && Math.round(yen * 1.1)
      const { status } = await world.admin('manager', 'POST /admin/v1/schedule', {
        body: {
          kind: 'price',
          subject_id: String(one!.product_id),
          starts_at: `${addDays(world.today, random.between(1, 20))}T00:00:00+09:00`,
          ends_at: random.chance(0.5) ? `${addDays(world.today, random.between(21, 40))}T00:00:00+09:00` : null,
          after: {
            skus: [
              {
                id: Number(one!.id),
                price: up(one!.price)!,
                subscription_price: up(one!.subscription_price),
                subscription_first_price: one!.subscription_first_price,
              },
            ],
          },
        },
      })
      return `店が商品${one!.product_id}の値上げを予定する（${status}）`
    },
  },
  {
    name: 'office closes for some days',
    weight: 1,
    async run(world, random) {
      const from = addDays(world.today, random.between(0, 12))
      const to = addDays(from, random.between(1, 9))
      const { status } = await world.admin('manager', 'POST /admin/v1/schedule', {
        body: {
          kind: 'closing',
          subject_id: '',
          starts_at: `${from}T00:00:00+09:00`,
          ends_at: `${to}T00:00:00+09:00`,
          after: { note: '' },
        },
      })
      if (status === 200) world.sometimes('the shop closed for some days')
      return `店が${from}から${to}の前まで休む（${status}）`
    },
  },
  {
    name: 'office takes a plan back',
    weight: 1,
    async run(world, random) {
      const all = await world.rows<{ id: number }>(
        `select id from scheduled_change where shop_id = 2 order by id desc limit 5`,
      )
      if (all.length === 0) return null
      const { id } = random.pick(all)
      const { status } = await world.admin('manager', 'POST /admin/v1/schedule/{id}/take-back', { params: { id } })
      return `店が予定${id}を取り消す（${status}）`
    },
  },
  {
    name: 'office corrects stock',
    weight: 3,
    async run(world, random) {
      const sku = random.pick((await soldGoods(world)).filter(({ is_set }) => !is_set))
      const quantity = random.pick([-200, -20, -3, 5, 50])
      const { status } = await world.admin('manager', 'POST /admin/v1/stock/{id}/correction', {
        params: { id: sku.id },
        body: { quantity, reason: '数え直し', idempotency_key: world.key(random) },
      })
      return `店が「${sku.name}」の在庫を${quantity}個直す（${status}）`
    },
  },
  {
    name: 'office gives points',
    weight: 2,
    async run(world, random) {
      const person = random.pick(world.people)
      const [own] = await world.rows<{ balance: number }>(
        `select balance from point_account where shop_id = 2 and customer_id = $1`,
        [person.id],
      )
      const points = random.pick([100, 500, 3_000, -50])
      const { status } = await world.admin('manager', 'POST /admin/v1/customers/{id}/points', {
        params: { id: person.id },
        body: { points, reason: 'お詫び', balance: own?.balance ?? 0 },
      })
      return `店が${person.mark}に${points}ポイント付ける（${status}）`
    },
  },
  {
    name: 'office closes the month',
    weight: 2,
    async run(world) {
      const { data, status: asked } = await world.admin('accounting', 'GET /admin/v1/accounting/month-to-close')
      const month = asked === 200 ? (data as unknown as { month: string | null }).month : null
      if (!month) return null
      const { status } = await world.admin('accounting', 'POST /admin/v1/accounting/months/{month}/close', {
        params: { month },
      })
      if (status !== 200) return `店が${month.slice(0, 7)}を締められない（${status}）`
      for (const program of ['yayoi', 'freee', 'money_forward'] as const)
        for (const grain of ['day', 'order'] as const)
          await world.admin('accounting', 'POST /admin/v1/accounting/months/{month}/journals', {
            params: { month },
            body: { program, grain, again: grain === 'order' },
          })
      world.closed.set(month, await closedMonth(world, month))
      world.sometimes('a month was closed')
      return `店が${month.slice(0, 7)}を締める`
    },
  },
  {
    name: 'office reopens a month',
    weight: 0.3,
    async run(world, random) {
      const [month] = [...world.closed.keys()].slice(-1)
      if (!month || random.chance(0.5)) return null
      const { status } = await world.admin('manager', 'POST /admin/v1/accounting/months/{month}/reopen', {
        params: { month },
        body: why,
      })
      if (status === 200) world.closed.delete(month)
      return `店が${month.slice(0, 7)}の締めを外す（${status}）`
    },
  },
  {
    name: 'office settlement files',
    weight: 3,
    async run(world, random) {
      const files = await settlementFiles(world)
      if (files.length === 0) return null
      for (const file of files) await settlementFileIn(world, random, file)
      return `決済会社の入金の明細（${files.map(({ provider }) => provider).join('、')}）を取り込む`
    },
  },
  {
    name: 'office merges two members',
    weight: 1.5,
    async run(world, random) {
      if (world.people.length < 4) return null
      const [keeps, goes] = [random.pick(world.people), random.pick(world.people)]
      if (keeps === goes) return null
      // Without a record of how both were identified, now and then: it is refused.
      if (random.chance(0.9))
        await world.admin('manager', 'POST /admin/v1/customers/{id}/merge/identity', {
          params: { id: keeps.id },
          body: {
            other_id: goes.id,
            kept_identity_check: '電話で住所と生年月日を伺った',
            other_identity_check: '電話で住所と生年月日を伺った',
          },
        })
      const { status } = await world.admin('manager', 'POST /admin/v1/customers/{id}/merge', {
        params: { id: keeps.id },
        body: { other_id: goes.id, typed_id: String(goes.id), reason: '同じ方' },
      })
      if (status !== 200) return `店が${goes.mark}を${keeps.mark}に統合できない（${status}）`
      // What was hers is the other's from now on, her name included.
      world.people.splice(world.people.indexOf(goes), 1)
      keeps.names.push(...goes.names)
      world.meet(`C${keeps.id}`, ['統合'])
      world.sometimes('two members were merged')
      return `店が${goes.mark}を${keeps.mark}に統合する`
    },
  },
]
