import { shopSchedules } from '../../../jobs/start-jobs.ts'
import { expectPromisesKept, lookAtContracts } from '../evening.ts'
import type { Move } from '../move.ts'
import type { World } from '../world.ts'

/** Those that work on orders and money go first, as in a day of the shop; every job of the server is there. */
const first = [
  'scheduled-change',
  'payment-repair',
  'subscription-day',
  'parcel-shipped',
  'settlement-read',
  'bulk-job',
  'point',
]
/** Heavy on a machine of tests, and of nobody's day; each has a move of its own. */
const seldom = ['self-purchase', 'figures-fill', 'ledger-fill', 'person-sign', 'picture-removal', 'forecast-note']

export async function liveDay(world: World): Promise<void> {
  const rest = Object.keys(shopSchedules).filter((name) => !first.includes(name) && !seldom.includes(name))
  for (const name of [...first, ...rest]) await world.job(name)
}

export const days: Move[] = [
  {
    name: 'day',
    weight: 30,
    async run(world) {
      const evening = await lookAtContracts(world)
      await world.passDays(1)
      await liveDay(world)
      await expectPromisesKept(world, evening)
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
