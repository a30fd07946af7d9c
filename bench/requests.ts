/**
 * Runs only the load of `npm run bench`, on a separate shop; arguments limit it to the parts whose title begins so. A
 * profile of each process:
 *
 *     node bench/requests.ts order
 *     NODE_OPTIONS="--cpu-prof --cpu-prof-dir=/tmp/profiles" node bench/requests.ts quote
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveHistory } from './history.ts'
import { measureLoad } from './load.ts'
import { prepareMembers } from './prepare.ts'
import { startShop } from './shop.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
const shop = await startShop(dataDir)
try {
  const members = await prepareMembers(shop.databaseUrl, giveHistory)
  const began = shop.memory()
  await measureLoad(shop, members, process.argv.slice(2).join(' '))
  const [before, after] = [began, shop.memory()].map((bytes) => Math.round(bytes / 1024 / 1024))
  console.log(`\nserver memory (RSS) before the load ${before} MB, after ${after} MB`)
} finally {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
}
process.exit()
