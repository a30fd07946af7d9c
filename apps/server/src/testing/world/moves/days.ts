import { tableFacts } from '@kushi/db/schema/facts'
import { addDays, type CalendarDate } from '@kushi/values/calendar-date'
import { getTableName } from 'drizzle-orm'
import { shopSchedules } from '../../../jobs/start-jobs.ts'
import { expectPointsKept, expectPromisesKept, lookAtContracts, lookAtPoints } from '../evening.ts'
import { readMessages } from '../messages.ts'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { parcelsArrive, parcelsLeave } from './desk.ts'

/** Those that work on orders and money go first, as in a day of the shop; every job of the server is there. */
const first = [
  'scheduled-change',
  'customer-rank',
  'payment-repair',
  'payment-refund',
  'subscription-day',
  'parcel-shipped',
  'settlement-read',
  'bulk-job',
  'point',
]
/** Heavy on a machine of tests, and of nobody's day; each has a move of its own. */
const seldom = ['self-purchase', 'figures-fill', 'ledger-fill', 'person-sign', 'picture-removal', 'forecast-note']

/** As far as a story waits for a contract's next delivery. */
const WEEKS_DAYS = 40

async function work(world: World): Promise<void> {
  const rest = Object.keys(shopSchedules).filter((name) => !first.includes(name) && !seldom.includes(name))
  for (const name of [...first, ...rest]) await world.job(name)
}

/** What stays when a day's work is over; of the messages, that they were written. Leases and times of looking are not what it did. */
const LASTING = [...tableFacts].flatMap(([table, { kept }]) =>
  typeof kept === 'string' && kept !== 'next' ? [getTableName(table)] : [],
)
const LOOKED = ['updated_at', 'claimed_until', 'claim_no', 'refund_check_at']

async function done(world: World): Promise<Map<string, string | null>> {
  const digests = [...LASTING.map((name) => [name, '(to_jsonb(t) - $1::text[])::text']), ['outbox', 't.id::text']].map(
    ([name, row]) =>
      `select '${name}' as name, md5(string_agg(${row}, e'\\n' order by ${row})) as digest from "${name}" t`,
  )
  const all = await world.rows<{ name: string; digest: string | null }>(digests.join(' union all '), [LOOKED])
  return new Map(all.map(({ name, digest }) => [name, digest]))
}

/** The day's work once more finds nothing to do. */
async function expectNothingLeft(world: World): Promise<void> {
  const before = await done(world)
  await work(world)
  const after = await done(world)
  const changed = [...after].flatMap(([name, digest]) => (before.get(name) === digest ? [] : [name]))
  if (changed.length > 0) world.wrong(`仕事をもう一度すると${changed.join('、')}が変わった`)
  world.sometimes('a day was worked twice')
}

export async function liveDay(world: World): Promise<void> {
  await work(world)
  const [paid] = await world.rows<{ later: number; back: number }>(
    `select count(*) filter (where o.cycle > 1)::int as later, count(*) filter (where o.status = 'cancelled' and p.state = 'refunded')::int as back
       from payment p join orders o on o.shop_id = p.shop_id and o.id = p.order_id where p.shop_id = 2 and p.captured_on_charge`,
  )
  if (paid!.later > 0) world.sometimes('a delivery was charged to a wallet')
  if (paid!.back > 0) world.sometimes('a charge was given back because its order was called off')
  await world.lookWhoLeft()
  await readMessages(world)
}

/** From one morning to the next, with what each contract's page said in between. */
async function liveNight(world: World): Promise<void> {
  const [contracts, points] = [await lookAtContracts(world), await lookAtPoints(world)]
  await world.passDays(1)
  await liveDay(world)
  await expectPromisesKept(world, contracts)
  await expectPointsKept(world, points)
}

/** Day by day until `day`; null: it has come, or is farther than a story waits. */
export async function liveUntil(world: World, day: CalendarDate, random: Random): Promise<number | null> {
  if (day <= world.today || day > addDays(world.today, WEEKS_DAYS)) return null
  // Mostly the shop sends on what it has.
  const isOpen = random.chance(0.8)
  let days = 0
  for (; world.today < day; days++) {
    await liveNight(world)
    if (isOpen) await parcelsLeave(world, random)
    if (isOpen) await parcelsArrive(world, random)
  }
  return days
}

export const days: Move[] = [
  {
    name: 'day',
    weight: 30,
    async run(world, random) {
      await liveNight(world)
      if (!world.isDisturbed && random.chance(0.15)) await expectNothingLeft(world)
      return 'あさ9時。夜のあいだの仕事が済む'
    },
  },
  {
    name: 'days pass while the machine is off',
    weight: 2,
    async run(world, random) {
      const days = random.between(2, 5)
      await world.passDays(days)
      await liveDay(world)
      world.sometimes('the clock jumped')
      return `機械が${days}日止まっていて、動き出す`
    },
  },
  {
    name: 'weeks pass',
    weight: 4,
    async run(world, random) {
      const charged = (await lookAtContracts(world))
        .filter(({ is_promised }) => is_promised)
        .map((one) => one.charge_date)
      const next = charged.sort()[0]
      if (next === undefined) return null
      const days = await liveUntil(world, next, random)
      return days === null ? null : `${days}日が過ぎ、次の手配の日になる`
    },
  },
  ...Object.keys(shopSchedules).map(
    (job): Move => ({
      name: `job ${job}`,
      weight: seldom.includes(job) ? 0.05 : 0.1,
      async run(world, random) {
        const isTwice = random.chance(0.3)
        await world.job(job)
        if (isTwice) await world.job(job)
        return `仕事 ${job} が${isTwice ? '2度' : ''}動く`
      },
    }),
  ),
]
