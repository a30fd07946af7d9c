/**
 * Measures the daily run, beside a separate shop:
 *
 *     node bench/subscriptions.ts scale 10000 100000     a fifth of them is due
 *     node bench/subscriptions.ts crash 2000 20          all due; killed this many times, then the records are compared
 */
import { besideShop } from './subscriptions/beside-shop.ts'
import { measureCrashes } from './subscriptions/crash.ts'
import { measureScale } from './subscriptions/scale.ts'

const [mode, ...figures] = process.argv.slice(2)
if (mode === 'scale') {
  for (const size of figures.map(Number)) await besideShop((...shop) => measureScale(...shop, size))
} else {
  const [count = 2000, kills = 20] = figures.map(Number)
  await besideShop((...shop) => measureCrashes(...shop, count, kills))
}
process.exit()
