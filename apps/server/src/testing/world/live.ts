import { type PaymentMethodId, paymentMethodName } from '@kushi/values/payment-method'
import { Gate } from './gate.ts'
import type { Invariant } from './invariant.ts'
import { invariants } from './invariants/index.ts'
import { readMessages } from './messages.ts'
import { moves } from './moves/index.ts'
import { Random } from './random.ts'
import { noteRare } from './rare.ts'
import type { Fault, Step, Story } from './story.ts'
import { createWorld, type World } from './world.ts'

/** How a story went: told in sentences, and what did not hold; null: everything did. */
export interface StoryOutcome {
  told: string[]
  broken: { at: number; words: string; found: string[] } | null
  world: Pick<World, 'reached' | 'met' | 'said'>
  /** Of everything that the world's database holds at the end: the same story leaves the same. */
  digest: string
}

export function sayFault(fault: Fault): string {
  switch (fault.kind) {
    case 'provider':
      return `${fault.provider}が一度「${fault.what}」`
    case 'cut':
      return `${fault.at}番目の文の前でデータベースの接続が切れる`
    case 'killed':
      return `${fault.at}番目の文の前で処理が落ちる`
    case 'killed asking':
      return `外への${fault.at}番目の依頼が出る前に処理が落ちる`
    case 'killed answered':
      return `外への${fault.at}番目の依頼が済み、返事を書き留める前に処理が落ちる`
  }
}

/** Lives a story in a world of its own, until its end or until something does not hold. */
export async function live(
  { seed, steps }: Story,
  onStep: (text: string) => void = () => undefined,
): Promise<StoryOutcome> {
  const world = await createWorld(seed)
  const told: string[] = []
  const say = (text: string) => {
    told.push(text)
    onStep(text)
  }
  const first = Date.parse(world.today)
  try {
    for (let at = 0; at < steps.length; at++) {
      const step = steps[at]!
      const beside = steps[at + 1]?.beside ? steps[at + 1] : undefined
      const sentences = beside ? await together(world, step, beside) : [await alone(world, step)]
      if (beside) at++
      const day = Math.round((Date.parse(world.today) - first) / 86_400_000) + 1
      for (const sentence of sentences.filter((one) => one !== null)) say(`${day}日目: ${sentence}`)
      await readMessages(world)
      await world.pass(60_000)
      const broken = await brokenIn(world, /^day/.test(step.move) || at === steps.length - 1 ? invariants : [])
      if (broken) return { told, broken: { at, ...broken }, world, digest: '' }
    }
    return { told, broken: null, world, digest: await digestOf(world) }
  } finally {
    await meetAll(world)
    await noteRare(world)
    await world.close()
  }
}

async function alone(world: World, step: Step): Promise<string | null> {
  const { fault } = step
  const fate = fault && fault.kind !== 'provider' ? fault : null
  world.begin({ seed: step.seed, fate, isDisturbed: fault !== undefined })
  if (fault?.kind === 'provider') await script(world, fault)
  const sentence = await run(world, step)
  if (fault?.kind === 'provider') await script(world, fault, true)
  if (fault) {
    if (fault.kind === 'provider') world.sometimes(`${fault.provider}: ${fault.what}`)
    else if (world.hasMetFate) world.sometimes(fault.kind)
    await world.leasesEnd()
    world.begin({ seed: step.seed })
    await world.job('payment-repair')
  }
  return sentence === null ? null : `${sentence}${fault ? `。${sayFault(fault)}` : ''}`
}

/** Two at once; whose statement is next follows from the first one's seed. */
async function together(world: World, a: Step, b: Step): Promise<(string | null)[]> {
  const gate = new Gate(new Random(a.seed), 2)
  world.begin({ seed: a.seed, isDisturbed: true })
  const lanes = [a, b].map((step, lane) =>
    world.inLane({ of: gate, lane }, () => run(world, step)).finally(() => gate.end(lane)),
  )
  const sentences = await Promise.all(lanes)
  await world.server.deps.settled()
  world.sometimes('two at once')
  return sentences.map((one) => one && `同時に、${one}`)
}

async function run(world: World, { move, seed, fault }: Step): Promise<string | null> {
  try {
    return await moves.get(move)!.run(world, new Random(seed))
  } catch (error) {
    if (fault || world.isDisturbed) return `${move}（途切れる）`
    world.wrong(`${move}: ${(error as Error).stack?.slice(0, 600)}`)
    return move
  }
}

async function script(
  { sandbox }: World,
  { provider, api, what }: Extract<Fault, { kind: 'provider' }>,
  isOver = false,
) {
  const url = `${sandbox.url}/sandbox/${provider}/script`
  if (isOver) await fetch(url, { method: 'DELETE' })
  else
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api, kind: what, times: 1 }),
    })
}

async function brokenIn(world: World, all: readonly Invariant[]) {
  const own = world.wrongs.splice(0)
  if (own.length > 0) return { words: 'Whoever asks gets an answer that is allowed.', found: own }
  for (const { words, check } of all) {
    const found = await check(world)
    if (found.length > 0) return { words, found: found.slice(0, 5) }
  }
  return null
}

/** Each order met what its contract and its member did, too. */
async function meetAll(world: World): Promise<void> {
  const all = await world.rows<{
    order_no: string
    subscription_id: number | null
    customer_id: number
    cycle: number | null
    method: PaymentMethodId
  }>(
    `select order_no, subscription_id, customer_id, cycle, payment_method_id as method from orders
     where shop_id = 2 and customer_id = any($1)`,
    [world.ids],
  )
  for (const { order_no, subscription_id, customer_id, cycle, method } of all) {
    if (cycle !== null && cycle > 1) world.meet(order_no, ['2回目から', '定期', paymentMethodName(method)])
    for (const whole of [`S${subscription_id}`, `C${customer_id}`])
      world.meet(order_no, [...(world.met.get(whole) ?? [])])
  }
}

async function digestOf({ rows, sandbox }: World): Promise<string> {
  const tables = await rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const digests = []
  for (const { name } of tables) {
    const [one] = await rows<{ digest: string | null }>(
      `select md5(string_agg(replace(t::text, $1, ''), e'\\n' order by t::text)) as digest from "${name}" t`,
      [sandbox.url],
    )
    digests.push(`${name} ${one!.digest}`)
  }
  return digests.join('\n')
}
