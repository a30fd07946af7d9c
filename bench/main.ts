import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveHistory } from './history.ts'
import { measureLoad } from './load.ts'
import { measurePages } from './pages.ts'
import { prepareMembers } from './prepare.ts'
import { startShop } from './shop.ts'
import { besideShop } from './subscriptions/beside-shop.ts'
import { measureScale } from './subscriptions/scale.ts'

/** `npm run bench -- 1000`: other sizes for the daily run; `pages`, `load` or `books`: only that part. */
const books = () => spawnSync(process.execPath, ['bench/accounting.ts'], { stdio: 'inherit' }).status ?? 1
if (process.argv[2] === 'books') process.exit(books())
const only = ['pages', 'load'].find((part) => part === process.argv[2])
const given = process.argv.slice(only ? 3 : 2).map(Number)
const sizes = given.length > 0 ? given : [10_000, 100_000]
if (sizes.some((size) => !Number.isInteger(size) || size < 10)) throw new Error('Sizes are whole numbers from 10 on.')

const dataDir = await mkdtemp(join(tmpdir(), 'kushi-bench-'))
console.log(`\nKushi bench, ${new Date().toISOString().slice(0, 10)}; load, database and shop share this machine\n`)
try {
  const first = await startShop(dataDir)
  console.log(`first start to ready  ${seconds(first.startedIn)} (database made and seeded)`)
  await first.stop()
  const shop = await startShop(dataDir)
  console.log(`second start to ready ${seconds(shop.startedIn)}`)
  if (only !== 'load') await measurePages(shop.url)
  if (only !== 'pages') await measureLoad(shop, await prepareMembers(shop.databaseUrl, giveHistory))
  console.log(`\nserver memory (RSS) after the load: ${Math.round(shop.memory() / 1024 / 1024)} MB`)
  await shop.stop()
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
if (only) process.exit(0)
console.log("\nthe day's run of subscriptions")
for (const size of sizes) await besideShop((...shop) => measureScale(...shop, size))
console.log('\nthe books of a month, and sales of a year')
process.exit(books())

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
