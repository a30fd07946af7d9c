import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { Player, World } from '../world.ts'

/** So many stay, that a story goes on. */
const FEWEST = 4

/** Whoever may ask for 削除: a member, or somebody who left. */
const askers = (world: World) =>
  [...world.people, ...world.gone].filter((one) => !world.erased.some(({ who }) => who === one))

/** 個人情報の削除, from the call on the phone to the button. */
async function erase(world: World, who: Player, random: Random): Promise<string> {
  const asked = await world.admin('manager', 'POST /admin/v1/customers/{id}/privacy-requests', {
    params: { id: who.id },
    body: { kind: 'erasure', source: 'phone', inquiry_id: null, due_on: null, content: `${who.mark}様からのお電話` },
  })
  if (asked.status !== 200) return `断られる（${asked.status}）`
  const { id, due_on } = asked.data
  const checked = await world.admin('manager', 'PUT /admin/v1/privacy-requests/{id}', {
    params: { id },
    body: { state: 'working', due_on, identity_check: '登録のお電話に折り返した', answer: '' },
  })
  if (checked.status !== 200) return `ご本人と確かめられない（${checked.status}）`
  const { data: seen } = await world.admin('manager', 'GET /admin/v1/privacy-requests/{id}', { params: { id } })
  const body = { with_guest_records: random.chance(0.5) }
  const { status } = await world.admin('manager', 'POST /admin/v1/privacy-requests/{id}/erase', {
    params: { id },
    body,
  })
  if (!world.isDisturbed && seen && (seen.obstacle === null) !== (status === 200))
    world.wrong(`${who.mark}の削除は画面では${seen.obstacle ?? 'できる'}のに${status}`)
  if (status !== 200) return `まだ消せない（${status}）`
  world.left(who)
  world.meet(`C${who.id}`, ['削除'])
  world.erased.push({ who, on: world.today })
  world.sometimes('a member was erased')
  return '済む'
}

/** Something that an operator types of a person. */
async function note(world: World, who: Player, random: Random): Promise<number> {
  const body = { body: `${who.mark}様からお電話` }
  const params = { id: who.id }
  const [order] = await world.rows<{ id: number }>(
    'select id from orders where shop_id = 2 and customer_id = $1 order by id desc limit 1',
    [who.id],
  )
  const [contract] = await world.rows<{ id: number }>(
    'select id from subscription where shop_id = 2 and customer_id = $1 order by id desc limit 1',
    [who.id],
  )
  const what = random.pick(['会員', '注文', '定期便'] as const)
  if (what === '注文' && order)
    return (await world.admin('support', 'POST /admin/v1/orders/{id}/notes', { params: { id: order.id }, body })).status
  if (what === '定期便' && contract)
    return (
      await world.admin('support', 'POST /admin/v1/subscriptions/{id}/notes', { params: { id: contract.id }, body })
    ).status
  return (await world.admin('support', 'POST /admin/v1/customers/{id}/notes', { params, body })).status
}

/** A member asks something. Who can't log in would ask as a guest, whose open question an erasure keeps for its answer. */
async function write(world: World, who: Player, random: Random): Promise<number> {
  const { status: known } = await world.call(who, 'GET /v1/customer/mypage-top')
  if (known !== 200) return known
  const { status } = await world.call(who, 'POST /v1/contact/complete/mail', {
    body: {
      name01: who.mark,
      name02: '花',
      kana01: 'めん',
      kana02: 'ばあ',
      phone_number: '',
      email: who.email,
      email_confirm: who.email,
      inquiry_category_id: 1,
      content: `${who.mark}です。届く日を教えてください。`,
      terms_agreed: true,
      privacy_agreed: true,
      idempotency_key: world.key(random),
    },
  })
  return status
}

export const leaving: Move[] = [
  {
    name: 'a member leaves by phone',
    weight: 1,
    async run(world, random) {
      if (world.people.length <= FEWEST) return null
      const person = random.pick(world.people)
      const { status } = await world.admin('manager', 'POST /admin/v1/customers/{id}/withdrawal', {
        params: { id: person.id },
        body: { reason: '電話で' },
      })
      if (status === 200) world.meet(`C${person.id}`, ['退会'])
      await world.lookWhoLeft()
      return `${person.mark}が電話で退会を申し込む（${status}）`
    },
  },
  {
    name: 'a member leaves or stays',
    weight: 2,
    async run(world, random) {
      if (world.people.length <= FEWEST) return null
      const person = random.pick(world.people)
      const seen = await world.call(person, 'GET /v1/customer/withdrawal')
      if (seen.status !== 200) return null
      if (seen.data.leaving_at && random.chance(0.6)) {
        const { status } = await world.call(person, 'POST /v1/customer/withdraw/undo')
        if (status !== 200 && !world.isDisturbed) world.wrong(`${person.mark}は退会を取り消せない（${status}）`)
        if (status === 200) world.sometimes('a member stayed after all')
        return `${person.mark}が退会を取り消す（${status}）`
      }
      const { status } = await world.call(person, 'POST /v1/customer/withdraw', { body: { password: person.password } })
      if (status === 200) world.meet(`C${person.id}`, ['退会'])
      await world.lookWhoLeft()
      return `${person.mark}がマイページで退会する（${status}）`
    },
  },
  {
    name: 'somebody is erased',
    weight: 4,
    async run(world, random) {
      const all = askers(world).filter((one) => world.gone.includes(one) || world.people.length > FEWEST)
      if (all.length === 0) return null
      const who = random.pick(all)
      // Most of them have something to say first. Of a guest an open question is kept for its answer.
      if (!world.gone.includes(who) && random.chance(0.6)) await write(world, who, random)
      if (random.chance(0.6)) await note(world, who, random)
      return `${who.mark}が個人情報の削除を求め、${await erase(world, who, random)}`
    },
  },
  {
    name: 'what was kept of the erased is looked through',
    weight: 0.5,
    async run(world, random) {
      if (world.erased.length === 0) return null
      const { who } = random.pick(world.erased)
      const seen = [
        await world.admin('manager', 'GET /admin/v1/customers/{id}', { params: { id: who.id } }),
        await world.admin('manager', 'GET /admin/v1/customers', { query: { q: who.mark } }),
      ]
      for (const { status, data } of seen)
        if (status === 200 && JSON.stringify(data).includes(`${who.mark}荘`))
          world.wrong(`消した${who.mark}の住所が会員の画面にある`)
      return `店が消した方（会員${who.id}）を探す`
    },
  },
  {
    name: 'an operator notes what was said',
    weight: 2,
    async run(world, random) {
      const who = random.pick(world.people)
      return `店が${who.mark}のことを書き留める（${await note(world, who, random)}）`
    },
  },
  {
    name: 'a member writes to the shop',
    weight: 2,
    async run(world, random) {
      const who = random.pick(world.people)
      return `${who.mark}が問い合わせる（${await write(world, who, random)}）`
    },
  },
]
