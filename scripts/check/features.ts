import { features, ground, top } from './feature-order.ts'
import { fileOf, type Source } from './source-files.ts'

const shop = 'packages/shop/src/'
/** Tests and test helpers may import anything. */
const helper = /\.test\.ts$|\/testing\/|\/testing\.ts$/

export interface FeatureImport {
  /** Path below `packages/shop/src`, without the extension: `sales/order/place-order`. */
  from: string
  to: string
}

/** The feature of a file, `sales/order`; null for the ground, undefined for files outside the shop. */
export function featureOf(file: string): string | null | undefined {
  if (!file.startsWith(shop) || helper.test(file)) return undefined
  return ground.test(file) ? null : nameOf(file.slice(shop.length))
}

/** `sales/order` of `sales/order/internal/quote`. */
export const nameOf = (short: string) => short.split('/').slice(0, 2).join('/')

/** Every import of one feature by another, or by the ground. */
export function featureImports(sources: ReadonlyMap<string, Source>): FeatureImport[] {
  const found: FeatureImport[] = []
  for (const [file, { imports }] of sources) {
    const from = featureOf(file)
    if (from === undefined) continue
    for (const each of imports) {
      const target = fileOf(each, sources)
      const to = target === null ? undefined : featureOf(target)
      if (to && to !== from) found.push({ from: short(file), to: short(target!) })
    }
  }
  return found
}

const short = (file: string) => file.slice(shop.length).replace(/\.ts$/, '')
const isGround = (short: string) => ground.test(`${shop}${short}.ts`)
const isTop = (short: string) => `${shop}${short}.ts` === top
const heightOf = (short: string) => (isTop(short) ? features.length : features.indexOf(nameOf(short)))
/** The ground has no feature, and so may not import one. */
const pointsDown = ({ from, to }: FeatureImport) => !isGround(from) && heightOf(from) > heightOf(to)

/** Returns violations between features, one sentence each. */
export function checkFeatures(imports: FeatureImport[]): string[] {
  const lost = [...new Set(imports.flatMap(({ from, to }) => [from, to]))]
    .filter((file) => !isGround(file) && heightOf(file) < 0)
    .map((file) => `${shop}${file}.ts  its feature has no place in scripts/check/feature-order.ts`)
  const up = imports
    .filter((each) => !pointsDown(each))
    .map(({ from, to }) => `${shop}${from} → ${to}  points upwards: see the order in scripts/check/feature-order.ts`)
  const past = imports
    .filter((each) => !throughIndex(each))
    .map(({ from, to }) => `${shop}${from} → ${to}  is another feature's: let its index.ts say so`)
  return [...lost, ...up, ...past]
}

/** A feature exposes its index.ts; pure rules may import each other without loading the handlers beside them. */
const throughIndex = ({ from, to }: FeatureImport) => to.endsWith('/index') || (isRule(from) && isRule(to))
const isRule = (short: string) => short.includes('/rules/')

/** Returns imports of a feature's internals from outside, one sentence each; tests may import them. */
export function checkInternals(sources: ReadonlyMap<string, Source>): string[] {
  return [...sources].flatMap(([file, { imports }]) =>
    helper.test(file)
      ? []
      : imports
          .map((each) => fileOf(each, sources))
          .filter((target) => target?.includes('/internal/') && !file.startsWith(`${target.split('/internal/')[0]}/`))
          .map((target) => `${file} → ${target}  is internal to its feature`),
  )
}
