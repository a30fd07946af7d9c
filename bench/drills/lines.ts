/**
 * `npm run drill -- lines`: like `standby`, but each of the three machines has a network namespace of its own. Orders
 * are placed and deliveries charged while the packets of the primary are dropped, then those of the synchronous standby,
 * while the primary's machine hangs, and while the shop reaches none of them. At the end the database, the gateway and
 * the jobs are compared. All namespaces end with the drill.
 */
import assert from 'node:assert/strict'
import { administer } from '@kushi/db/testing'
import { beginDrill } from './parts/begin-drill.ts'
import { type Beside, writeBeside } from './parts/beside-it.ts'
import { startDatabaseBalancer } from './parts/database-balancer.ts'
import { createLines } from './parts/lines.ts'
import { openShop } from './parts/living-shop.ts'
import type { Machine } from './parts/machine.ts'
import { startMachines } from './parts/machines.ts'
import { inOwnNetwork } from './parts/own-network.ts'
import { shopSays } from './parts/shop-says.ts'

inOwnNetwork(() => undefined)
const drill = await beginDrill(25)
const { folder, ends, end } = drill
try {
  const lines = await createLines()
  ends(lines.stop)
  const machines = await startMachines(folder, lines.places)
  ends(() => machines.stop())
  await machines.untilWhole()
  const balancer = await startDatabaseBalancer(folder, machines.list)
  ends(balancer.stop)
  const administrator = balancer.primaryUrl('postgres', 'postgres:change-me-postgres')
  await administer(administrator, 'create table beside (at timestamptz)')
  const { url, whileTheyCharge, expectChangeNotices, compare } = await openShop({ drill, machines, balancer })
  const numberOf = (one: Machine) => machines.list.indexOf(one)

  /** Checks that a former primary confirmed nothing; returns how it rejoined. */
  function report(one: Machine, saidBefore: number, { answered, tried, primaryFor }: Beside): string {
    assert.equal(answered, 0, `${answered} writes were answered by a primary that nobody saw`)
    const said = one.said().slice(saidBefore)
    const back = /running pg_rewind/.test(said)
      ? 'by pg_rewind'
      : /created using|bootstrap from leader/.test(said)
        ? 'by a new copy'
        : 'as it was'
    return `  ${one.name} took itself for the primary for ${primaryFor.toFixed(1)} s, answered none of ${tried} writes beside it, and came back ${back}`
  }

  let primary = await machines.primary()
  let saidBefore = primary.said().length
  let isOver = false
  let beside: Promise<Beside> | undefined
  await whileTheyCharge({
    title: 'the line of the primary cut for 60 s',
    causeFailure: async () => {
      lines.cut(numberOf(primary))
      beside = writeBeside(primary, () => isOver)
      return () => {
        isOver = true
        lines.join(numberOf(primary))
      }
    },
    lasts: 60,
    most: 30,
  })
  console.log(report(primary, saidBefore, await beside!))

  await whileTheyCharge({
    title: 'the line of the synchronous standby cut for 60 s',
    causeFailure: async () => {
      const standby = numberOf(await machines.synchronous())
      lines.cut(standby)
      return () => lines.join(standby)
    },
    lasts: 60,
    most: 30,
  })

  primary = await machines.primary()
  saidBefore = primary.said().length
  await whileTheyCharge({
    title: 'the machine of the primary hangs for 60 s',
    causeFailure: async () => {
      await lines.cutLine(numberOf(primary))
      return () => {
        const since = performance.now()
        lines.restoreLine(numberOf(primary))
        beside = writeBeside(primary, () => performance.now() - since > 15_000)
      }
    },
    lasts: 60,
    most: 30,
  })
  console.log(report(primary, saidBefore, await beside!))

  isOver = false
  let says: Promise<string> | undefined
  await whileTheyCharge({
    title: 'the line of the shop cut for 20 s',
    causeFailure: async () => {
      lines.cut('shop')
      says = shopSays(url, () => isOver)
      says.catch(() => undefined)
      return () => {
        isOver = true
        lines.join('shop')
      }
    },
    lasts: 20,
    most: 40,
  })
  console.log(`  the shop said meanwhile: ${await says!}`)

  const since = new Date()
  await expectChangeNotices()
  for (const line of await compare(since)) console.log(`  ${line}`)
} finally {
  await end()
}
process.exit(0)
