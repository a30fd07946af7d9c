/**
 * `npm run bench -- versus <commit> [rounds] [part]`: this version beside another one, on one machine, in turns. Prints
 * what one answer costs in each, and the ratios: above 1, this version is faster or takes less. `part`: only the parts
 * whose title begins with it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveHistory } from './history.ts'
import { load } from './http-load.ts'
import {
  addPromotions,
  type LoadPart,
  type MeasuredPart,
  measurePart,
  purchaseParts,
  quotePart,
  readParts,
} from './load.ts'
import { type BenchMembers, prepareMembers } from './prepare.ts'
import { type RunningShop, startShop } from './shop.ts'

const [commit, rounds = '5', ...words] = process.argv.slice(2)
if (!commit || !(Number(rounds) > 0)) throw new Error('npm run bench -- versus <commit> [rounds] [part]')
const only = words.join(' ')
const seconds = 4
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'kushi-versus-'))

interface Side {
  shop: RunningShop
  members: BenchMembers
}

try {
  const clone = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, clone])
  execFileSync('git', ['-C', clone, 'checkout', '--quiet', '--detach', commit])
  const then = await open(join(folder, 'then'), clone)
  const now = await open(join(folder, 'now'), root)
  console.log(
    `\nthis version beside ${commit}, ${rounds} turns of ${seconds} s; ratios above 1 are in favour of this one`,
  )
  console.log(row('', ['answers/s', 'then', 'ratio', 'least', 'most', 'processor', 'then', 'ratio', 'failed']))
  const bought = async ({ shop, members }: Side) => [...readParts(), ...(await purchaseParts(shop, members))]
  const before = await bought(then)
  await compare(then, now, before, await bought(now))
  // The other version may know no promotions: it goes on without them.
  await addPromotions(now.shop.databaseUrl)
  const order = (parts: LoadPart[]) => parts.slice(-1)
  const after = [quotePart(), ...order(await purchaseParts(now.shop, now.members))]
  await compare(
    then,
    now,
    [quotePart(), ...order(before)],
    after.map((part) => ({ ...part, title: `${part.title}, 3 promotions` })),
  )
  for (const { shop } of [then, now]) await shop.stop()
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit()

async function open(dataDir: string, from: string): Promise<Side> {
  const shop = await startShop(dataDir, {}, from)
  return { shop, members: await prepareMembers(shop.databaseUrl, giveHistory) }
}

/** In turns, each first every other time: what else the machine does falls on both. */
async function compare(then: Side, now: Side, parts: LoadPart[], newParts: LoadPart[]): Promise<void> {
  for (const [index, part] of newParts.entries()) {
    if (!part.title.startsWith(only)) continue
    const sides = [
      { ...then, part: parts[index]!, figures: [] as MeasuredPart[] },
      { ...now, part, figures: [] as MeasuredPart[] },
    ]
    for (const { shop, part: asked } of sides) await load({ url: shop.url, ...asked, seconds: 2 })
    for (let round = 0; round < Number(rounds); round++)
      for (const { shop, part: asked, figures } of round % 2 ? sides.toReversed() : sides)
        figures.push(await measurePart(shop, asked, seconds))
    const [old, current] = sides.map(({ figures }) => figures)
    const ratios = current!.map(({ rate }, round) => rate / old![round]!.rate).sort((a, b) => a - b)
    const cost = ({ server, database }: MeasuredPart) => server + database
    const [before, after] = [median(old!.map(cost)), median(current!.map(cost))]
    console.log(
      row(part.title, [
        median(current!.map(({ rate }) => rate)).toFixed(0),
        median(old!.map(({ rate }) => rate)).toFixed(0),
        ...[median(ratios), ratios[0]!, ratios.at(-1)!].map((ratio) => ratio.toFixed(2)),
        ...[after, before].map((ms) => `${ms.toFixed(2)} ms`),
        (before / after).toFixed(2),
        String([...old!, ...current!].reduce((sum, { failed }) => sum + failed, 0)),
      ]),
    )
  }
}

function row(title: string, figures: string[]): string {
  return `${title.padEnd(38)}${figures.map((figure) => figure.padStart(11)).join('')}`
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
}
