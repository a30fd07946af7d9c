/**
 * `npm run drill -- standby`: three machines with PostgreSQL under Patroni (`deploy/patroni.yml`), HAProxy that leads
 * to their primary (`deploy/haproxy-postgres.cfg`), and two web and two worker processes of the shop. Orders are placed
 * and deliveries charged while the primary is killed, then its whole machine, then that of the synchronous standby.
 * After that the admin's lists are read from standbys that fall behind, and the database, the gateway and the jobs are
 * compared.
 */
import { lookAtLists } from './parts/admin-reads.ts'
import { beginDrill } from './parts/begin-drill.ts'
import { startDatabaseBalancer } from './parts/database-balancer.ts'
import { openShop } from './parts/living-shop.ts'
import type { Machine } from './parts/machine.ts'
import { sideBySide, startMachines } from './parts/machines.ts'

/** Maximum seconds without an answered order. */
const most = 30

const drill = await beginDrill(25)
const { folder, ends, end } = drill
try {
  const machines = await startMachines(folder, await sideBySide())
  ends(() => machines.stop())
  await machines.untilWhole()
  const balancer = await startDatabaseBalancer(folder, machines.list)
  ends(balancer.stop)
  const { pool, fleet, whileTheyCharge, expectChangeNotices, compare } = await openShop({ drill, machines, balancer })
  const failed = (one: Machine) => {
    one.fail()
    return () => one.comeBack()
  }
  await whileTheyCharge({
    title: 'the primary killed',
    causeFailure: async () => {
      const primary = await machines.primary()
      primary.crash()
      return () => undefined
    },
    most,
  })
  await whileTheyCharge({
    title: 'the machine of the primary gone',
    causeFailure: async () => failed(await machines.primary()),
    most,
  })
  await whileTheyCharge({
    title: 'the machine of the synchronous standby gone',
    causeFailure: async () => failed(await machines.synchronous()),
    most,
  })
  const struck = new Date()
  await expectChangeNotices()
  const standbyUrl = balancer.standbyUrl('kushi', 'kushi:kushi-drill')
  const lists = await lookAtLists({ pool, fleet, machines, standbyUrl })
  for (const line of [...(await compare(struck)), lists]) console.log(`  ${line}`)
} finally {
  await end()
}
process.exit(0)
