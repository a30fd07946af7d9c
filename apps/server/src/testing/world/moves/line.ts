import { createHmac } from 'node:crypto'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import { type Player, SHOP, type World } from '../world.ts'
import { linkIn } from './account.ts'

/** As the sandbox's official account has it. */
const SECRET = 'sandbox-line-channel-secret-0000'
/** Who uses LINE there; fewer than members, so that two come with one account. */
const USERS = ['1', '2', '4', '6'].map((digit) => `U${digit.repeat(32)}`)

const post = (world: World, path: string, body: Record<string, string>) =>
  fetch(`${world.sandbox.url}/sandbox/line/${path}`, { method: 'POST', body: new URLSearchParams(body) })

/** A login at LINE; now and then it is over, or was for another channel. */
async function lineToken(world: World, user: string, random: Random): Promise<string> {
  const isFine = random.chance(0.94)
  const more = isFine ? {} : random.pick([{ expires_in: '-5' }, { client_id: '1999999999' }])
  return ((await (await post(world, 'token.json', { user, ...more })).json()) as { access_token: string }).access_token
}

/** Whose account it is, as the shop has it. */
async function memberOf(world: World, user: string): Promise<number | null> {
  const all = await world.rows<{ id: number }>('select id from customer where shop_id = 2 and line_id = $1', [user])
  if (all.length > 1) world.wrong(`LINEの${user}が${all.length}人の会員に連携されている`)
  return all[0] ? Number(all[0].id) : null
}

/** What LINE tells the shop: once, twice, or never; late, so that it is older than what came since. */
async function tell(
  world: World,
  { type, user, more = {} }: { type: string; user: string; more?: object },
  random: Random,
): Promise<string> {
  const times = random.pick([1, 1, 1, 2, 0])
  const isLate = random.chance(0.15)
  const event = {
    type,
    mode: 'active',
    timestamp: world.server.deps.clock.now().getTime() - (isLate ? 86_400_000 : 0),
    source: { type: 'user', userId: user },
    webhookEventId: `01${random.bytes(12).toString('hex').toUpperCase()}`,
    deliveryContext: { isRedelivery: false },
    ...more,
  }
  for (let n = 0; n < times; n++) {
    const body = JSON.stringify({
      destination: 'U0',
      events: [{ ...event, deliveryContext: { isRedelivery: n > 0 } }],
    })
    const signature = createHmac('sha256', random.chance(0.97) ? SECRET : 'wrong')
      .update(body)
      .digest('base64')
    await world.visit('POST', `/v1/line/webhook/${SHOP}`, body, {
      'content-type': 'application/json',
      'x-line-signature': signature,
    })
  }
  if (times === 0) world.sometimes('a notice of LINE was lost')
  if (times === 2) world.sometimes('a notice of LINE came twice')
  return `${type}の知らせ${times}回${isLate ? '、遅れて' : ''}`
}

/** The talk, with which she may have been linked; her names may stand in its messages from then on. */
function linked(world: World, person: Player, user: string): void {
  world.meet(`C${person.id}`, ['LINE'])
  world.talks.set(user, [...(world.talks.get(user) ?? []), person])
  world.sometimes('a LINE account was linked')
}

/** Ways to link an account, each to its end. */
const ways = {
  async password(world: World, person: Player, user: string, random: Random): Promise<number> {
    const line_access_token = await lineToken(world, user, random)
    const password = random.chance(0.9) ? person.password : 'Guess1234'
    const { status } = await world.call(person, 'POST /v1/setting/line/social-save-account', {
      body: { line_access_token, password },
    })
    return status
  },
  async mail(world: World, person: Player, user: string, random: Random): Promise<number> {
    const line_access_token = await lineToken(world, user, random)
    const asked = await world.call(null, 'POST /v1/setting/line/social-save-account', {
      body: { line_access_token, email: person.email },
    })
    const token = await linkIn(world, person.email, '/sh/line-link/confirm')
    if (!token) return asked.status
    // Now and then somebody else opens it.
    const opener = random.chance(0.9) ? user : random.pick(USERS)
    const { status } = await world.call(null, 'POST /v1/common/line-link/confirm', {
      body: { token, line_access_token: await lineToken(world, opener, random) },
    })
    if (status === 200 && opener !== user && !world.isDisturbed)
      world.wrong(`${person.mark}の連携のURLを、LINEの別の方が確定できた`)
    return status
  },
  async talk(world: World, person: Player, user: string, random: Random): Promise<number> {
    const { status, data } = await world.call(person, 'POST /v1/common/line-link/nonce', {
      body: { password: person.password },
    })
    if (status !== 200) return status
    await tell(world, { type: 'accountLink', user, more: { link: { result: 'ok', nonce: data.nonce } } }, random)
    return status
  },
}

export const line: Move[] = [
  {
    name: 'a member links LINE',
    weight: 10,
    async run(world, random) {
      const [person, user] = [random.pick(world.people), random.pick(USERS)]
      const way = random.pick(['password', 'mail', 'talk'] as const)
      const before = await memberOf(world, user)
      const status = await ways[way](world, person, user, random)
      const after = await memberOf(world, user)
      if (after === person.id && before !== person.id) linked(world, person, user)
      if (before !== null && after !== before && !world.isDisturbed)
        world.wrong(`LINEの${user}は会員${before}のものだったのに、${person.mark}が連携できた`)
      if (before !== null && before !== person.id) world.sometimes('two members came with one LINE account')
      return `${person.mark}がLINE（${user[1]}）を${way}で連携する（${status}、${after === person.id ? '連携中' : '連携なし'}）`
    },
  },
  {
    name: 'somebody logs in by LINE',
    weight: 6,
    async run(world, random) {
      const user = random.pick(USERS)
      const owner = await memberOf(world, user)
      const { status, data } = await world.call(null, 'POST /v1/common/line-account/verify', {
        body: { line_access_token: await lineToken(world, user, random) },
      })
      if (status !== 200) return `LINE（${user[1]}）でログインできない（${status}）`
      const seen = data.customer?.id ?? null
      if (seen !== owner && !world.isDisturbed) world.wrong(`LINEの${user}は会員${owner}で、ログインは会員${seen}`)
      const person = world.people.find(({ id }) => id === seen)
      if (person) person.token = data.access_token
      return `${person?.mark ?? '会員でない方'}がLINE（${user[1]}）でログインする`
    },
  },
  {
    name: 'a member unlinks LINE',
    weight: 4,
    async run(world, random) {
      const person = random.pick(world.people)
      const before = await world.call(person, 'GET /v1/common/social/line')
      if (before.status !== 200 || before.data.line_id === null) return null
      const { status } = await world.call(person, 'DELETE /v1/common/social/line')
      const after = await world.call(person, 'GET /v1/common/social/line')
      if (status === 200 && after.status === 200 && after.data.line_id !== null)
        world.wrong(`${person.mark}のLINEは解除したのに連携している`)
      if (status === 200) world.sometimes('a LINE account was unlinked')
      return `${person.mark}がLINEの連携を解除する（${status}）`
    },
  },
  {
    name: 'somebody follows or blocks the shop',
    weight: 5,
    async run(world, random) {
      const user = random.pick(USERS)
      const friendship = random.pick(['friend', 'friend', 'blocked', 'none'] as const)
      await post(world, 'friendship', { user, friendship })
      const type = friendship === 'friend' ? 'follow' : 'unfollow'
      const more = type === 'follow' ? { follow: { isUnblocked: random.chance(0.3) } } : {}
      return `LINE（${user[1]}）が${friendship}: ${await tell(world, { type, user, more }, random)}`
    },
  },
  {
    name: 'somebody writes over LINE',
    weight: 3,
    async run(world, random) {
      const user = random.pick(USERS)
      const owner = await memberOf(world, user)
      const mark = world.people.find(({ id }) => id === owner)?.mark ?? '検証'
      const sent = await world.call(null, 'POST /v1/inquiry/line/create', {
        body: {
          inquiry_category_id: 1,
          content: `${mark}です。届く日を教えてください。`,
          terms_agreed: true,
          privacy_agreed: true,
          line_access_token: await lineToken(world, user, random),
          idempotency_key: world.key(random),
        },
      })
      return `LINE（${user[1]}）から問い合わせる（${sent.status} ${world.said.at(-1)?.error ?? ''}）`
    },
  },
]
